#include "grader/run/lesson_grading.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/bench_program.hpp"
#include "grader/run/compile_error.hpp"
#include "grader/run/test_program.hpp"
#include "grader/score/hint_choice.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/speed.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// Every "TODO(lesson03.2): ..." that is left in a kernel file.
void find_todos(const fs::path& file, lesson_result& result) {
  std::ifstream stream(file);
  const std::string mark = "TODO(" + result.definition.id();
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (const std::size_t at = line.find(mark); at != std::string::npos) {
      result.todos.push_back({number, line.substr(at)});
    }
  }
}

/// A build's output without the commands that were run, which are long and explain nothing.
std::string without_command_lines(const std::string& output) {
  constexpr std::size_t kLongestLine = 300;
  constexpr std::size_t kMostBytes = 4000;
  std::istringstream lines(output);
  std::string result;
  for (std::string line; result.size() < kMostBytes && std::getline(lines, line);) {
    if (line.size() <= kLongestLine) {
      result += line + "\n";
    }
  }
  return result;
}

/// The grading of one lesson, device after device.
class lesson_grading {
 public:
  lesson_grading(const grader& owner, const lesson& lesson,
                 const std::function<void(const progress&)>& on_progress,
                 const std::function<bool()>& should_stop)
      : owner_(owner),
        options_(owner.options()),
        lesson_(lesson),
        on_progress_(on_progress),
        should_stop_(should_stop),
        scratch_(options_.build_folder / "grader") {
    result_.definition = lesson;
    result_.kernel_file = lesson.kernel_file(options_.tree);
    result_.max_points = lesson.points();
  }

  lesson_result run(bool* stopped) {
    const fs::path kernel = options_.root / result_.kernel_file;
    result_.reproduce = reproduce_lesson();
    if (!fs::exists(kernel)) {
      result_.state = lesson_state::file_missing;
      result_.message = fmt::format("{} is missing. `./course reset {}` brings the skeleton back.",
                                    result_.kernel_file.string(), lesson_.id());
    } else {
      find_todos(kernel, result_);
      for (const std::string& device : owner_.devices()) {
        if (!stopped_ && result_.state == lesson_state::incomplete) {
          grade_on(device);
        }
      }
    }
    if (stopped != nullptr) {
      *stopped = stopped_;
    }
    score_lesson(result_, tests_);
    choose_hints(owner_.lessons(), lesson_, result_);
    name_reproduction();
    if (options_.benchmarks && !stopped_ && result_.state != lesson_state::file_missing) {
      run_benchmarks();
      score_speed();
    }
    return std::move(result_);
  }

 private:
  void tell(const char* doing, const std::string& detail = {}) const {
    if (on_progress_) {
      on_progress_({lesson_.id(), doing, detail});
    }
  }

  build_outcome build(const std::string& target) {
    tell("building");
    const build_outcome outcome = owner_.folder().build(
        {target}, options_.build_timeout_seconds,
        [&](std::string_view piece) {
          if (const std::string step = last_step(piece); !step.empty()) {
            tell("building", step);
          }
        },
        should_stop_);
    stopped_ = should_stop_ && should_stop_();
    result_.build_seconds += outcome.seconds;
    return outcome;
  }

  void grade_on(const std::string& device) {
    const std::string target = lesson_.test_target(options_.tree, device);
    const build_outcome built = build(target);
    if (stopped_) {
      return;
    }
    if (!built.succeeded) {
      take_build_failure(built, device);
      return;
    }
    test_program program;
    program.program = owner_.folder().program(target);
    if (program.program.empty()) {
      throw machine_error(fmt::format("{} was built, but its program is not in {}", target,
                                      owner_.folder().path().string()));
    }
    program.working_folder = options_.root;
    program.scratch = scratch_.path();
    program.device = device;
    program.timeout_seconds = options_.test_timeout_seconds;
    program.should_stop = should_stop_;
    tell("testing");
    test_run run = run_tests(program);
    stopped_ = run.stopped;
    result_.run_seconds += run.seconds;
    if (result_.message.empty()) {
      result_.message = run.message;
      result_.program_output = run.output;
    }
    std::move(run.tests.begin(), run.tests.end(), std::back_inserter(tests_));
  }

  void take_build_failure(const build_outcome& built, const std::string& device) {
    result_.state = lesson_state::compile_failed;
    if (built.timed_out) {
      result_.message = fmt::format(
          "{} had not compiled after {:g} seconds and was stopped: does a template call itself "
          "without end?",
          result_.kernel_file.string(), options_.build_timeout_seconds);
    } else {
      result_.error = extract_compile_error(built.output, options_.root, result_.kernel_file);
      if (!result_.error) {
        throw machine_error(
            fmt::format("{} does not build, and the reason does not lie in {}. The build said:\n{}",
                        lesson_.test_target(options_.tree, device), result_.kernel_file.string(),
                        without_command_lines(built.output)));
      }
      result_.message = fmt::format("{} does not compile{}.", result_.kernel_file.string(),
                                    device == "cuda" ? " for CUDA" : "");
    }
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

  fs::path program_shown(const std::string& target) const {
    const fs::path found = owner_.folder().program(target);
    return found.empty() ? owner_.shown(options_.build_folder) / "lessons" / target
                         : owner_.shown(found);
  }

  std::string reproduce_lesson() const {
    const std::string target = lesson_.test_target(options_.tree, owner_.devices().front());
    return base::quote_command({"cmake", "--build", owner_.shown(options_.build_folder).string(),
                                "--target", target}) +
           " && " + base::quote_command({program_shown(target).string()});
  }

  void name_reproduction() {
    const std::string target = lesson_.test_target(options_.tree, owner_.devices().front());
    const std::string program = program_shown(target).string();
    for (check_result& check : result_.checks) {
      if (check.speed) {
        // Speed is scored on the fastest device of the run.
        speed_rule& rule = *check.definition.speed;
        rule.benchmarks = rule.on(owner_.devices().back());
        check.reproduce = reproduce_speed(rule, owner_.devices().back());
        continue;
      }
      check.reproduce = base::quote_command({program, "--gtest_filter=" + check.definition.tests});
    }
  }

  void run_benchmarks() {
    for (const std::string& device : owner_.devices()) {
      benchmark_result measured;
      measured.device = device;
      const benchmark_choice choice = lesson_.benchmark.value_or(benchmark_choice{});
      measured.unit = choice.unit;
      measured.note =
          lesson_.benchmark ? why_no_speed(result_) : std::string("This lesson has no benchmark.");
      if (measured.note.empty()) {
        measure(device, choice, measured);
      }
      result_.benchmarks.push_back(std::move(measured));
    }
  }

  /// The benchmark program of one tree, built.
  bench_program bench_of(kernel_tree tree, const std::string& device) {
    const std::string target = lesson_.bench_target(tree, device);
    if (!build(target).succeeded) {
      throw machine_error(target + " does not build although the tests do");
    }
    bench_program program;
    program.program = owner_.folder().program(target);
    program.working_folder = options_.root;
    program.scratch = scratch_.path();
    program.device = device;
    program.should_stop = should_stop_;
    return program;
  }

  void measure(const std::string& device, const benchmark_choice& choice,
               benchmark_result& measured) {
    const bench_program program = bench_of(options_.tree, device);
    tell("benchmarking");
    bench_run run = run_bench(program, choice.filter, choice.unit);
    measured.reproduce =
        base::quote_command({owner_.shown(program.program).string(),
                             "--benchmark_filter=" + choice.filter, "--device=" + device});
    measured.note = run.message;
    measured.rows = std::move(run.rows);
    if (options_.tree == kernel_tree::solution || measured.rows.empty()) {
      return;
    }
    const bench_program solution = bench_of(kernel_tree::solution, device);
    tell("benchmarking", "the solution");
    for (const benchmark_row& reference : run_bench(solution, choice.filter, choice.unit).rows) {
      for (benchmark_row& row : measured.rows) {
        if (row.series == reference.series && row.label == reference.label) {
          row.reference_rate = reference.rate;
        }
      }
    }
  }

  void score_speed() {
    for (check_result& check : result_.checks) {
      if (!check.speed || stopped_) {
        continue;
      }
      const std::string device = owner_.devices().back();
      const std::string why = why_no_speed(result_);
      if (why.empty()) {
        check.speed = measure_check(*check.definition.speed, device);
      } else {
        check.speed->state = speed_state::wrong;
        check.speed->note = why;
      }
      check.speed->device = device;
    }
    settle_lesson(result_);
  }

  speed_result measure_check(const speed_rule& rule, const std::string& device) {
    const bench_program submission = bench_of(options_.tree, device);
    const bench_program solution = bench_of(kernel_tree::solution, device);
    return compare_speed(rule, submission, solution, [&](int round) {
      tell("measuring speed", fmt::format("round {}", round));
    });
  }

  std::string reproduce_speed(const speed_rule& rule, const std::string& device) const {
    const std::string folder = owner_.shown(options_.build_folder / "lessons").string();
    const auto command = [&](kernel_tree tree) {
      return base::quote_command({folder + "/" + lesson_.bench_target(tree, device),
                                  "--benchmark_filter=" + rule.benchmarks, "--device=" + device});
    };
    return command(options_.tree) + " && " + command(kernel_tree::solution);
  }

  const grader& owner_;
  const grade_options& options_;
  const lesson& lesson_;
  const std::function<void(const progress&)>& on_progress_;
  const std::function<bool()>& should_stop_;
  base::scratch_folder scratch_;
  lesson_result result_;
  std::vector<test_result> tests_;
  bool stopped_ = false;
};

}  // namespace

std::string last_step(std::string_view piece) {
  const std::size_t open = piece.rfind('[');
  const std::size_t close = open == std::string_view::npos ? open : piece.find(']', open);
  if (close == std::string_view::npos) {
    return {};
  }
  const std::string_view step = piece.substr(open + 1, close - open - 1);
  const bool plausible = std::all_of(step.begin(), step.end(), [](char letter) {
    return letter == '/' || std::isdigit(static_cast<unsigned char>(letter)) != 0;
  });
  return plausible && step.find('/') != std::string_view::npos ? std::string(step) : std::string();
}

lesson_result run_lesson_grading(const grader& owner, const lesson& lesson,
                                 const std::function<void(const progress&)>& on_progress,
                                 const std::function<bool()>& should_stop, bool* stopped) {
  return lesson_grading(owner, lesson, on_progress, should_stop).run(stopped);
}

}  // namespace kw::grader
