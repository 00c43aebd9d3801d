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

/// The grading of one lesson: each task on each device, then the speed of what is right.
class lesson_grading {
 public:
  lesson_grading(const lesson& lesson, kernel_runner& runner, const grading_options& options)
      : lesson_(lesson), runner_(runner), options_(options), result_(start_lesson(lesson)) {}

  lesson_result run(bool* stopped) {
    find_files();
    build_and_test();
    runner_.annotate(result_);
    if (!runner_.speed_device().empty() && !stopped_) {
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

  void find_files() {
    for (check_result& check : result_.checks) {
      check.kernel_file = runner_.kernel_file(check.definition);
      if (check.definition.task > 0) {
        check.message = runner_.why_missing(check.definition);
        check.state = check.message.empty() ? task_state::built : task_state::file_missing;
      }
    }
  }

  /// The tasks whose file is there and compiled wherever it was tried.
  std::vector<check_result*> tasks_in_order() {
    std::vector<check_result*> tasks;
    for (check_result& check : result_.checks) {
      if (check.definition.task > 0 && check.state == task_state::built) {
        tasks.push_back(&check);
      }
    }
    return tasks;
  }

  void build_and_test() {
    const auto working = work();
    for (const std::string& device : options_.devices) {
      tell("building");
      for (check_result* task : tasks_in_order()) {
        if (!stopped_) {
          grade_on(*task, device);
        }
      }
    }
    score_lesson(result_);
  }

  void grade_on(check_result& task, const std::string& device) {
    built_kernel built = runner_.build(task.definition, device);
    result_.build_seconds += built.seconds;
    stopped_ = built.stopped;
    if (stopped_) {
      return;
    }
    if (!built.built) {
      take_build_failure(task, std::move(built), device);
      return;
    }
    tell("testing", fmt::format("task {}", task.definition.task));
    test_run run = runner_.run_tests(task.definition, device);
    stopped_ = run.stopped;
    result_.run_seconds += run.seconds;
    if (task.message.empty()) {
      task.message = std::move(run.message);
      task.program_output = std::move(run.output);
    }
    std::move(run.tests.begin(), run.tests.end(), std::back_inserter(task.tests));
  }

  static void take_build_failure(check_result& task, built_kernel built,
                                 const std::string& device) {
    task.state = task_state::compile_failed;
    task.error = std::move(built.error);
    task.message = std::move(built.message);
    // What passed on another device stays, and what could not be tried here counts as not passed.
    std::vector<test_result> untried = task.tests;
    for (test_result& test : untried) {
      test.device = device;
      test.status = test_status::missing;
      test.message = "It was not run: the kernel file does not compile for this device.";
      test.findings.clear();
    }
    std::move(untried.begin(), untried.end(), std::back_inserter(task.tests));
  }

  // Only what the tests found right is measured, and not by itself.
  void score_speed() {
    for (check_result& check : result_.checks) {
      if (check.speed && !stopped_) {
        measure(check);
        check.speed->device = runner_.speed_device();
      }
    }
    settle_lesson(result_);
  }

  void measure(check_result& check) {
    std::string why = why_no_speed(result_, check);
    speed_programs programs;
    if (why.empty()) {
      const auto working = work();
      programs = runner_.build_to_measure(lesson_.task_of(check.definition));
      result_.build_seconds += programs.seconds;
      stopped_ = programs.stopped;
      why = programs.why_not;
    }
    if (!why.empty() || stopped_) {
      check.speed->state = speed_state::wrong;
      check.speed->note = why;
      return;
    }
    const auto quiet = options_.machine != nullptr ? options_.machine->measure()
                                                   : std::unique_lock<std::shared_mutex>();
    check.speed =
        compare_speed(*check.definition.speed, programs.kernel, programs.solution, programs.options,
                      [&](int round) { tell("measuring speed", fmt::format("round {}", round)); });
  }

  const lesson& lesson_;
  kernel_runner& runner_;
  const grading_options& options_;
  lesson_result result_;
  bool stopped_ = false;
};

}  // namespace

lesson_result grade_kernels(const lesson& lesson, kernel_runner& runner,
                            const grading_options& options, bool* stopped) {
  return lesson_grading(lesson, runner, options).run(stopped);
}

lesson_result without_kernels(const lesson& lesson, const std::string& why) {
  lesson_result result = start_lesson(lesson);
  result.message = why;
  for (check_result& check : result.checks) {
    check.state = check.definition.task > 0 ? task_state::file_missing : task_state::built;
  }
  return result;
}

}  // namespace kw::grader
