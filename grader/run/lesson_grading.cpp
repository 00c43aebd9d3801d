#include "grader/run/lesson_grading.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <fmt/format.h>

#include "grader/score/scoring.hpp"
#include "grader/score/speed.hpp"

namespace kw::grader {
namespace {

/// The grading of one lesson, device after device.
class lesson_grading {
 public:
  lesson_grading(const lesson& lesson, kernel_runner& runner, const grading_options& options)
      : lesson_(lesson), runner_(runner), options_(options) {
    result_.definition = lesson;
    result_.kernel_file = runner.kernel_file();
  }

  lesson_result run(bool* stopped) {
    if (const std::string why = runner_.why_missing(); !why.empty()) {
      result_ = without_kernel(lesson_, result_.kernel_file, why);
    } else {
      build_and_test();
    }
    runner_.annotate(result_);
    if (!runner_.speed_device().empty() && !stopped_ &&
        result_.state != lesson_state::file_missing) {
      runner_.add_benchmarks(result_);
      score_speed();
    }
    if (stopped != nullptr) {
      *stopped = stopped_;
    }
    return std::move(result_);
  }

 private:
  void tell(const char* doing, const std::string& detail = {}) const {
    if (options_.on_progress) {
      options_.on_progress({lesson_.id(), doing, detail});
    }
  }

  /// Held while others may work as well.
  std::shared_lock<std::shared_mutex> work() const {
    return options_.machine != nullptr ? options_.machine->work()
                                       : std::shared_lock<std::shared_mutex>();
  }

  void build_and_test() {
    const auto working = work();
    for (const std::string& device : options_.devices) {
      if (!stopped_ && result_.state == lesson_state::incomplete) {
        grade_on(device);
      }
    }
    score_lesson(result_, tests_);
  }

  void grade_on(const std::string& device) {
    tell("building");
    built_kernel built = runner_.build(device);
    result_.build_seconds += built.seconds;
    stopped_ = built.stopped;
    if (stopped_) {
      return;
    }
    if (!built.built) {
      take_build_failure(std::move(built), device);
      return;
    }
    tell("testing");
    test_run run = runner_.run_tests(device);
    stopped_ = run.stopped;
    result_.run_seconds += run.seconds;
    if (result_.message.empty()) {
      result_.message = std::move(run.message);
      result_.program_output = std::move(run.output);
    }
    std::move(run.tests.begin(), run.tests.end(), std::back_inserter(tests_));
  }

  void take_build_failure(built_kernel built, const std::string& device) {
    result_.state = lesson_state::compile_failed;
    result_.error = std::move(built.error);
    result_.message = std::move(built.message);
    // What passed on another device stays, and what could not be tried here counts as not passed.
    std::vector<test_result> untried = tests_;
    for (test_result& test : untried) {
      test.device = device;
      test.status = test_status::missing;
      test.message = "It was not run: the kernel file does not compile for this device.";
      test.findings.clear();
    }
    std::move(untried.begin(), untried.end(), std::back_inserter(tests_));
  }

  // Only what the tests found right is measured, and not by itself.
  void score_speed() {
    if (std::none_of(result_.checks.begin(), result_.checks.end(),
                     [](const check_result& check) { return check.speed.has_value(); })) {
      return;
    }
    std::string why = why_no_speed(result_);
    speed_programs programs;
    if (why.empty()) {
      const auto working = work();
      programs = runner_.build_to_measure();
      result_.build_seconds += programs.seconds;
      stopped_ = programs.stopped;
      why = programs.why_not;
    }
    const auto quiet = why.empty() && options_.machine != nullptr
                           ? options_.machine->measure()
                           : std::unique_lock<std::shared_mutex>();
    for (check_result& check : result_.checks) {
      if (!check.speed || stopped_) {
        continue;
      }
      if (why.empty()) {
        check.speed = compare_speed(
            *check.definition.speed, programs.kernel, programs.solution,
            [&](int round) { tell("measuring speed", fmt::format("round {}", round)); });
      } else {
        check.speed->state = speed_state::wrong;
        check.speed->note = why;
      }
      check.speed->device = runner_.speed_device();
    }
    settle_lesson(result_);
  }

  const lesson& lesson_;
  kernel_runner& runner_;
  const grading_options& options_;
  lesson_result result_;
  std::vector<test_result> tests_;
  bool stopped_ = false;
};

}  // namespace

lesson_result grade_kernel(const lesson& lesson, kernel_runner& runner,
                           const grading_options& options, bool* stopped) {
  return lesson_grading(lesson, runner, options).run(stopped);
}

lesson_result without_kernel(const lesson& lesson, const std::filesystem::path& kernel_file,
                             const std::string& why) {
  lesson_result result;
  result.definition = lesson;
  result.kernel_file = kernel_file;
  result.state = lesson_state::file_missing;
  result.message = why;
  score_lesson(result, {});
  return result;
}

}  // namespace kw::grader
