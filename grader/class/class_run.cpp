#include "grader/class/class_run.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/options.hpp"
#include "grader/class/class_engine.hpp"
#include "grader/class/class_grading.hpp"
#include "grader/class/hidden_tests.hpp"
#include "grader/class/run_folder.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/shared_folder.hpp"
#include "grader/run/sandbox/workshop.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

class class_run {
 public:
  class_run(const class_options& options, const std::function<void(const class_progress&)>& tell)
      : options_(options), tell_(tell), grader_(grader_options(options)) {
    lessons_ = find_parts(grader_.lessons(), options.lessons);
    outcome_.results = options.output / "results";
  }

  class_outcome run() {
    class_input input = read_input();
    outcome_.notes = input.notes;
    base::require_writable(outcome_.results);
    const folder_lock lock(options_.output, options_.shard.has_value());
    prepare();
    if (options_.prepare_only) {
      return std::move(outcome_);
    }
    submissions_ = std::move(input.submissions);
    choose_submissions();
    if (!options_.shard) {
      remove_unfinished(outcome_.results);
    }
    grade_submissions({options_, lessons_, grader_.lessons().lessons, submissions_, *grading_,
                       where(), folder_.path(), jobs(), tell_},
                      outcome_);
    compare_with_before();
    return std::move(outcome_);
  }

 private:
  static grade_options grader_options(const class_options& options) {
    grade_options result;
    result.root = options.root;
    result.build_folder = options.build_folder;
    result.device = options.device;
    return result;
  }

  void doing(const char* what) const {
    if (tell_) {
      tell_({what, 0, 0, -1});
    }
  }

  class_input read_input() const {
    doing("reading the submissions");
    if (options_.one_submission) {
      return {{find_submission(options_.source)}, {}};
    }
    roster students;
    if (!options_.roster.empty()) {
      try {
        students = roster::parse(base::read_file(options_.roster, std::uintmax_t{64} << 20));
      } catch (const usage_error& error) {
        throw usage_error(fmt::format("{}: {}", options_.roster.string(), error.what()));
      }
    }
    return find_submissions(options_.source, grader_.lessons(), students,
                            folder_.path() / "submissions");
  }

  void choose_submissions() {
    if (options_.shard) {
      std::size_t place = 0;
      std::erase_if(submissions_, [&](const auto&) { return !options_.shard->has(place++); });
    }
  }

  environment where() const {
    environment result = grader_.where();
    result.tree = "submission";
    result.devices = judged_on(options_.device);
    return result;
  }

  void prepare() {
    untrusted_options options;
    options.box = options_.use_sandbox ? sandbox::open() : sandbox::none();
    options.call_seconds = options_.call_seconds;
    options.task_seconds = options_.task_seconds;
    options.memory_bytes = options_.memory_megabytes << 20;
    const fs::path hidden = use_hidden_tests(grader_.folder(), options_.hidden_tests);
    if (!hidden.empty()) {
      outcome_.notes.push_back("the judges have the hidden tests in " + hidden.string());
    }
    if (!options_.shard) {  // since several would build in one folder at once
      doing("building the judges");
      task_kit::build_all(lessons_, grader_.folder(), grader_.options().build_timeout_seconds,
                          options_.device, options_.speed);
    }
    std::vector<task_kit> kits;
    for (const lesson& lesson : lessons_) {
      for (task_kit& kit : task_kit::copy_all(lesson, grader_.folder(), options_.root,
                                              folder_.path() / "kits" / lesson.id(),
                                              options_.device, options_.speed)) {
        kits.push_back(std::move(kit));
      }
    }
    options.box.share(folder_.path() / "kits");
    if (!kits.empty()) {
      require_gpu(kits.front(), options);
    }
    grading_.emplace(lessons_, std::move(kits), options, where());
    agree_with_earlier_run();
  }

  /// Scores of one folder must be made by the same tests with the same data.
  void agree_with_earlier_run() {
    const fs::path file = options_.output / "run.json";
    run_ = describe_run(lessons_, grading_->kit_prints(), options_,
                        grading_->options().box.isolates());
    if (options_.shard) {
      take_over(agree_with_preparation(file, run_, options_, where()));
      return;
    }
    const earlier_run earlier = kw::grader::agree_with_earlier_run(file, run_, options_, where());
    if (options_.restart) {
      fs::remove_all(outcome_.results);
    }
    base::require_writable(outcome_.results);
    if (earlier.given) {
      take_over(earlier);
    } else {
      find_seed(earlier.seed ? earlier.seed : options_.seed);
    }
    run_["seed"] = grading_->options().seed;
    run_["solutions"] = describe_solutions(grading_->given(), options_, where());
    outcome_.before = earlier.before;
    write_run();
  }

  /// With the folder that the results are compared with, until the run has come to its end.
  void write_run() const {
    json text = run_;
    if (!outcome_.before.empty()) {
      text["before"] = outcome_.before;
    }
    base::write_file_atomically(options_.output / "run.json", text.dump(2) + "\n");
  }

  void compare_with_before() {
    if (outcome_.before.empty() || !outcome_.gave_up.empty()) {  // so never for a shard
      return;
    }
    const std::string before = std::exchange(outcome_.before, "");
    outcome_.changes = compare_results(options_.output / before, outcome_.results);
    write_run();
    outcome_.before = (options_.output / before).string();
  }

  /// A tolerance may be too tight for data that are drawn by chance; the solution finds out.
  void find_seed(std::optional<std::uint64_t> wanted) {
    doing("judging the course's own solutions");
    constexpr int kMostDraws = 5;
    std::string problem;
    for (int draw = 0; draw < (wanted ? 1 : kMostDraws); ++draw) {
      grading_->options().seed = wanted ? *wanted : draw_seed();
      problem = grading_->check_solutions(options_.root, folder_.path() / "solutions", jobs());
      if (problem.empty()) {
        return;
      }
    }
    refuse_to_judge(problem);
  }

  /// The earlier run has judged all solutions, so this one only asks whether the machine still can.
  void take_over(const earlier_run& earlier) {
    doing("judging one of the course's own solutions");
    grading_->options().seed = *earlier.seed;
    grading_->take_over(*earlier.given, options_.root, folder_.path() / "solutions", jobs());
    const std::string problem = grading_->why_unsound(options_.root, folder_.path() / "solutions");
    if (!problem.empty()) {
      refuse_to_judge(problem);
    }
  }

  [[noreturn]] static void refuse_to_judge(const std::string& problem) {
    throw machine_error(fmt::format(
        "the course's own solution does not get full points here, so no submission was judged.\n{}",
        problem));
  }

  /// By default more than there are processors, since each waits a third of the time: for programs
  /// to start and to end.
  int jobs() const {
    const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return std::clamp(options_.jobs > 0 ? options_.jobs : processors + (processors + 1) / 2, 1,
                      200);
  }

  const class_options& options_;
  const std::function<void(const class_progress&)>& tell_;
  grader grader_;
  shared_folder folder_;
  std::vector<lesson> lessons_;
  std::vector<class_submission> submissions_;
  std::optional<class_grading> grading_;
  json run_;  ///< What `run.json` holds.
  class_outcome outcome_;
};

}  // namespace

class_outcome run_class(const class_options& options,
                        const std::function<void(const class_progress&)>& on_progress) {
  return class_run(options, on_progress).run();
}

report grade_submission(class_options options,
                        const std::function<void(const class_progress&)>& on_progress) {
  std::error_code error;
  if (!fs::exists(options.source, error)) {
    throw usage_error(fmt::format("there is no submission {}", options.source.string()));
  }
  if (options.build_folder.empty()) {
    options.build_folder = default_build_folder(options.root, options.device);
  }
  base::require_writable(options.build_folder);
  const base::scratch_folder scratch(options.build_folder / "grader");
  options.one_submission = true;
  options.output = scratch.path() / "graded";
  const class_outcome outcome = run_class(options, on_progress);
  report result = read_report(base::files_below(outcome.results).at(0));
  result.who.id = std::exchange(result.who.name, "");
  return result;
}

class_shard class_shard::parse(std::string_view text) {
  constexpr int kMost = 100'000;
  class_shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !base::read_number(text.substr(0, slash), shard.number) ||
      !base::read_number(text.substr(slash + 1), shard.count) || shard.number < 1 ||
      shard.number > shard.count || shard.count > kMost) {
    throw usage_error(fmt::format("--shard takes the second of eight shares as 2/8, not {}", text));
  }
  return shard;
}

bool class_shard::has(std::size_t place) const {
  return place % static_cast<std::size_t>(count) == static_cast<std::size_t>(number - 1);
}

}  // namespace kw::grader
