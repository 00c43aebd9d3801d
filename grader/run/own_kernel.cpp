#include "grader/run/own_kernel.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "common/base/process.hpp"
#include "explain/explain.hpp"
#include "grader/model/error.hpp"
#include "grader/model/file_names.hpp"
#include "grader/run/benchmark.hpp"
#include "grader/run/test_program.hpp"
#include "grader/score/hint_choice.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// What the comment line says; nothing where the line is anything else.
std::optional<std::string> comment_of(const std::string& line) {
  const std::size_t at = line.find_first_not_of(' ');
  if (at == std::string::npos || line.compare(at, 3, "// ") != 0) {
    return std::nullopt;
  }
  return line.substr(at + 3);
}

/// Every "TODO(lesson03.2): ..." that is left in a kernel file, with the comment's further lines.
std::vector<todo> find_todos(const fs::path& file, const lesson& lesson) {
  std::vector<todo> todos;
  std::ifstream stream(file);
  const std::string mark = "TODO(" + lesson.id();
  int number = 0;
  bool inside = false;  // of a TODO's comment
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (const std::size_t at = line.find(mark); at != std::string::npos) {
      todos.push_back({number, line.substr(at)});
      inside = true;
    } else if (const auto more = comment_of(line); inside && more) {
      todos.back().text += " " + *more;
    } else {
      inside = false;
    }
  }
  return todos;
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

}  // namespace

own_kernel::own_kernel(const grader& owner, const lesson& lesson,
                       const std::function<void(const progress&)>& on_progress,
                       const std::function<bool()>& should_stop)
    : owner_(owner),
      options_(owner.options()),
      lesson_(lesson),
      on_progress_(on_progress),
      should_stop_(should_stop),
      scratch_(options_.build_folder / "grader") {}

fs::path own_kernel::kernel_file(const check& task) const {
  return lesson_.kernel_file(options_.tree, task);
}

std::string own_kernel::why_missing(const check& task) const {
  const std::string file = kernel_file(task).string();
  if (fs::exists(options_.root / file)) {
    return "";
  }
  std::string text = file + " is missing.";
  for (const stray_file& stray :
       find_strays(options_.root, find_lesson(owner_.lessons(), lesson_.id()), options_.tree)) {
    if (stray.task->id == task.id) {
      text += fmt::format(" If {} is yours, give it that name: {}.", stray.file.string(),
                          base::quote_command({"mv", stray.file.string(), file}));
      break;
    }
  }
  return text +
         fmt::format(" `./course reset {}` brings the skeleton back.", lesson_.task_id(task));
}

/// Names the files that a learner may take for what is graded.
std::string own_kernel::about_strays() const {
  std::string text;
  for (const stray_file& stray :
       find_strays(options_.root, find_lesson(owner_.lessons(), lesson_.id()), options_.tree)) {
    const std::string graded = kernel_file(*stray.task).string();
    if (lesson_.find_check(stray.task->id) != nullptr && fs::exists(options_.root / graded)) {
      text += fmt::format("{}{} is not graded: the file of {} is {}.", text.empty() ? "" : " ",
                          stray.file.string(), lesson_.task_id(*stray.task), graded);
    }
  }
  return text;
}

/// What the compiler doubts in files that it accepts; explain/main.cpp keeps it beside programs.
std::string own_kernel::about_warnings() const {
  constexpr int kMost = 5;
  std::string text;
  int count = 0;
  for (const check& task : lesson_.checks) {
    const std::string target =
        task.speed ? "" : lesson_.test_target(options_.tree, owner_.devices().front(), task);
    std::ifstream lines(options_.build_folder / "lessons" / (target + ".warnings"));
    for (std::string line; std::getline(lines, line); ++count) {
      text += count < kMost ? "\n" + line + "." : "";
    }
  }
  return count == 0 ? ""
                    : "The compiler warns, which costs no points:" + text +
                          (count > kMost ? fmt::format("\nAnd {} more.", count - kMost) : "");
}

void own_kernel::tell(const char* doing, const std::string& detail) const {
  if (on_progress_) {
    on_progress_({lesson_.id(), doing, detail});
  }
}

build_outcome own_kernel::build_targets(const std::vector<std::string>& targets) const {
  return owner_.folder().build(
      targets, options_.build_timeout_seconds,
      [&](std::string_view piece) {
        if (const std::string step = last_step(piece); !step.empty()) {
          tell("building", step);
        }
      },
      should_stop_);
}

built_kernel own_kernel::build(const check& task, const std::string& device) {
  built_kernel result;
  result.stopped = stopped();
  result.built = all_built_;
  if (result.built || result.stopped) {
    return result;
  }
  const build_outcome outcome = build_targets({lesson_.test_target(options_.tree, device, task)});
  result.built = outcome.succeeded;
  result.seconds = outcome.seconds;
  result.stopped = stopped();
  if (!result.built && !result.stopped) {
    result.message = why_not_built(task, outcome, device, result.error);
  }
  return result;
}

std::string own_kernel::why_not_built(const check& task, const build_outcome& outcome,
                                      const std::string& device,
                                      std::optional<compile_error>& error) const {
  const std::string file = kernel_file(task).string();
  if (outcome.timed_out) {
    return fmt::format(
        "{} had not compiled after {:g} seconds and was stopped: does a template call itself "
        "without end?",
        file, options_.build_timeout_seconds);
  }
  error = explain::explain(outcome.output, options_.root, file);
  if (!error) {
    throw machine_error(
        fmt::format("{} does not build, and the reason is not in {}. The build said:\n{}",
                    lesson_.test_target(options_.tree, device, task), file,
                    without_command_lines(outcome.output)));
  }
  if (options_.look_for_changes && device == "cpu") {
    explain::look_for_change(
        {options_.root, owner_.folder().path(), lesson_.test_target(options_.tree, device, task)},
        *error);
  }
  return fmt::format("{} does not compile{}.", file, device == "cuda" ? " for CUDA" : "");
}

test_run own_kernel::run_tests(const check& task, const std::string& device) {
  const std::string target = lesson_.test_target(options_.tree, device, task);
  test_program program;
  program.program = owner_.folder().program(target);
  program.arguments = lesson_.test_arguments(options_.tree, task);
  if (program.program.empty()) {
    throw machine_error(fmt::format("{} was built, but its program is not in {}", target,
                                    owner_.folder().path().string()));
  }
  program.working_folder = options_.root;
  program.scratch = scratch_.path();
  program.device = device;
  program.test_seconds = options_.test_seconds;
  program.look_for_changes = options_.look_for_changes;
  program.on_running = [&](const std::string& test, double seconds) {
    tell("testing", fmt::format("task {}: {} has run for {:.0f} of at most {:g} s", task.task, test,
                                seconds, options_.test_seconds));
  };
  program.should_stop = should_stop_;
  return kw::grader::run_tests(program);
}

void own_kernel::annotate(lesson_result& result) const {
  choose_hints(owner_.lessons(), lesson_, result);
  const std::string strays = about_strays(), warnings = about_warnings();
  result.message = strays + (strays.empty() || warnings.empty() ? "" : "\n") + warnings;
  const std::string folder = owner_.shown(options_.build_folder).string();
  result.reproduce =
      base::quote_command({"cmake", "--build", folder, "--target",
                           lesson_.test_target(options_.tree, owner_.devices().front())}) +
      " && " + base::quote_command({"ctest", "--test-dir", folder, "-L", lesson_.id()});
  for (check_result& check : result.checks) {
    if (check.speed) {
      // Speed is scored on the fastest device of the run.
      speed_rule& rule = *check.definition.speed;
      rule.benchmarks = rule.on(owner_.devices().back());
      check.reproduce = reproduce_speed(check.definition);
    } else {
      check.todos = find_todos(options_.root / check.kernel_file, lesson_);
      check.reproduce = reproduce_tests(check.definition);
    }
  }
}

std::string own_kernel::reproduce_tests(const check& task) const {
  const fs::path folder = owner_.shown(options_.build_folder);
  const std::string target = lesson_.test_target(options_.tree, owner_.devices().front(), task);
  std::vector<std::string> run = {(folder / "lessons" / target).string()};
  const std::vector<std::string> arguments = lesson_.test_arguments(options_.tree, task);
  run.insert(run.end(), arguments.begin(), arguments.end());
  return base::quote_command({"cmake", "--build", folder.string(), "--target", target}) + " && " +
         base::quote_command(run);
}

std::string own_kernel::reproduce_speed(const check& speed) const {
  const std::string& device = owner_.devices().back();
  const std::string folder = owner_.shown(options_.build_folder / "lessons").string();
  const auto command = [&](kernel_tree tree) {
    std::vector<std::string> run = {folder + "/" + lesson_.bench_target(tree, device, speed)};
    const std::vector<std::string> arguments = lesson_.bench_arguments(tree, speed);
    run.insert(run.end(), arguments.begin(), arguments.end());
    run.insert(run.end(), {"--benchmark_filter=" + speed.speed->benchmarks, "--device=" + device});
    return base::quote_command(run);
  };
  return command(options_.tree) + " && " + command(kernel_tree::solution);
}

std::string own_kernel::speed_device() const {
  return options_.benchmarks ? owner_.devices().back() : "";
}

void own_kernel::add_benchmarks(lesson_result& result) {
  for (const std::string& device : owner_.devices()) {
    benchmark_result measured;
    measured.device = device;
    measured.unit = lesson_.benchmark_unit;
    int to_do = 0;
    for (const check_result& check : result.checks) {
      const bool shown = !measured.unit.empty() && check.definition.has_benchmark;
      if (shown && check.complete()) {
        measure(check.definition, device, measured, result.build_seconds);
      }
      to_do += shown && !check.complete() ? 1 : 0;
    }
    if (measured.rows.empty() && measured.note.empty()) {
      measured.note = to_do > 0 ? "A task is measured once its results are right."
                                : "Nothing of this is measured.";
    }
    use_fitting_unit(measured);
    result.benchmarks.push_back(std::move(measured));
  }
}

/// The benchmark program of a task in one tree, built. \param seconds what that took is added
bench_program own_kernel::bench_of(const check& task, kernel_tree tree, const std::string& device,
                                   double& seconds) const {
  const std::string target = lesson_.bench_target(tree, device, task);
  tell("building");
  const build_outcome built = build_targets({target});
  seconds += built.seconds;
  if (!built.succeeded) {
    throw machine_error(target + " does not build although the tests do");
  }
  bench_program program;
  program.program = owner_.folder().program(target);
  program.arguments = lesson_.bench_arguments(tree, task);
  program.working_folder = options_.root;
  program.scratch = scratch_.path();
  program.device = device;
  program.should_stop = should_stop_;
  return program;
}

/// Adds the rows of one task to those of its lesson.
void own_kernel::measure(const check& task, const std::string& device, benchmark_result& measured,
                         double& seconds) const {
  constexpr const char* kAll = ".";  // of the task
  const bench_program program = bench_of(task, options_.tree, device, seconds);
  tell("benchmarking", fmt::format("task {}", task.task));
  bench_run run = run_bench(program, kAll, measured.unit);
  measured.reproduce += measured.reproduce.empty() ? "" : " && ";
  measured.reproduce +=
      base::quote_command({owner_.shown(program.program).string(), "--device=" + device});
  measured.note = measured.note.empty() ? run.message : measured.note;
  if (options_.tree == kernel_tree::exercise && !run.rows.empty()) {
    const bench_program solution = bench_of(task, kernel_tree::solution, device, seconds);
    tell("benchmarking", fmt::format("the solution of task {}", task.task));
    for (const benchmark_row& reference : run_bench(solution, kAll, measured.unit).rows) {
      for (benchmark_row& row : run.rows) {
        if (row.series == reference.series && row.label == reference.label) {
          row.reference_rate = reference.rate;
        }
      }
    }
  }
  std::move(run.rows.begin(), run.rows.end(), std::back_inserter(measured.rows));
}

speed_programs own_kernel::build_to_measure(const check& task) {
  speed_programs programs;
  const std::string& device = owner_.devices().back();
  programs.kernel = bench_of(task, options_.tree, device, programs.seconds);
  programs.solution = bench_of(task, kernel_tree::solution, device, programs.seconds);
  programs.stopped = stopped();
  return programs;
}

}  // namespace kw::grader
