#include "grader/run/own_kernel.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/test_program.hpp"
#include "grader/score/hint_choice.hpp"

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

}  // namespace

own_kernel::own_kernel(const grader& owner, const lesson& lesson,
                       const std::function<void(const progress&)>& on_progress,
                       const std::function<bool()>& should_stop)
    : owner_(owner),
      options_(owner.options()),
      lesson_(lesson),
      on_progress_(on_progress),
      should_stop_(should_stop),
      kernel_file_(lesson.kernel_file(options_.tree)),
      scratch_(options_.build_folder / "grader") {}

std::string own_kernel::why_missing() const {
  return fs::exists(options_.root / kernel_file_)
             ? ""
             : fmt::format("{} is missing. `./course reset {}` brings the skeleton back.",
                           kernel_file_.string(), lesson_.id());
}

void own_kernel::tell(const char* doing, const std::string& detail) const {
  if (on_progress_) {
    on_progress_({lesson_.id(), doing, detail});
  }
}

build_outcome own_kernel::build_target(const std::string& target) const {
  tell("building");
  return owner_.folder().build(
      {target}, options_.build_timeout_seconds,
      [&](std::string_view piece) {
        if (const std::string step = last_step(piece); !step.empty()) {
          tell("building", step);
        }
      },
      should_stop_);
}

built_kernel own_kernel::build(const std::string& device) {
  const build_outcome outcome = build_target(lesson_.test_target(options_.tree, device));
  built_kernel result;
  result.built = outcome.succeeded;
  result.seconds = outcome.seconds;
  result.stopped = stopped();
  if (!result.built && !result.stopped) {
    result.message = why_not_built(outcome, device, result.error);
  }
  return result;
}

std::string own_kernel::why_not_built(const build_outcome& outcome, const std::string& device,
                                      std::optional<compile_error>& error) const {
  const std::string file = kernel_file_.string();
  if (outcome.timed_out) {
    return fmt::format(
        "{} had not compiled after {:g} seconds and was stopped: does a template call itself "
        "without end?",
        file, options_.build_timeout_seconds);
  }
  error = explain::explain(outcome.output, options_.root, kernel_file_);
  if (!error) {
    throw machine_error(fmt::format(
        "{} does not build, and the reason does not lie in {}. The build said:\n{}",
        lesson_.test_target(options_.tree, device), file, without_command_lines(outcome.output)));
  }
  return fmt::format("{} does not compile{}.", file, device == "cuda" ? " for CUDA" : "");
}

test_run own_kernel::run_tests(const std::string& device) {
  const std::string target = lesson_.test_target(options_.tree, device);
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
  return kw::grader::run_tests(program);
}

void own_kernel::annotate(lesson_result& result) const {
  find_todos(options_.root / kernel_file_, result);
  choose_hints(owner_.lessons(), lesson_, result);
  const std::string target = lesson_.test_target(options_.tree, owner_.devices().front());
  const std::string program = shown_program(target).string();
  result.reproduce =
      base::quote_command(
          {"cmake", "--build", owner_.shown(options_.build_folder).string(), "--target", target}) +
      " && " + base::quote_command({program});
  for (check_result& check : result.checks) {
    if (check.speed) {
      // Speed is scored on the fastest device of the run.
      speed_rule& rule = *check.definition.speed;
      rule.benchmarks = rule.on(owner_.devices().back());
      check.reproduce = reproduce_speed(rule);
    } else {
      check.reproduce = base::quote_command({program, "--gtest_filter=" + check.definition.tests});
    }
  }
}

fs::path own_kernel::shown_program(const std::string& target) const {
  const fs::path found = owner_.folder().program(target);
  return found.empty() ? owner_.shown(options_.build_folder) / "lessons" / target
                       : owner_.shown(found);
}

std::string own_kernel::reproduce_speed(const speed_rule& rule) const {
  const std::string& device = owner_.devices().back();
  const std::string folder = owner_.shown(options_.build_folder / "lessons").string();
  const auto command = [&](kernel_tree tree) {
    return base::quote_command({folder + "/" + lesson_.bench_target(tree, device),
                                "--benchmark_filter=" + rule.benchmarks, "--device=" + device});
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
    measured.unit = lesson_.benchmark.value_or(benchmark_choice{}).unit;
    measured.note =
        lesson_.benchmark ? why_no_speed(result) : std::string("This lesson has no benchmark.");
    if (measured.note.empty()) {
      measure(device, measured, result.build_seconds);
    }
    result.benchmarks.push_back(std::move(measured));
  }
}

/// The benchmark program of one tree, built. \param seconds what that took is added
bench_program own_kernel::bench_of(kernel_tree tree, const std::string& device,
                                   double& seconds) const {
  const std::string target = lesson_.bench_target(tree, device);
  const build_outcome built = build_target(target);
  seconds += built.seconds;
  if (!built.succeeded) {
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

void own_kernel::measure(const std::string& device, benchmark_result& measured,
                         double& seconds) const {
  const std::string& filter = lesson_.benchmark->filter;
  const bench_program program = bench_of(options_.tree, device, seconds);
  tell("benchmarking");
  bench_run run = run_bench(program, filter, measured.unit);
  measured.reproduce = base::quote_command({owner_.shown(program.program).string(),
                                            "--benchmark_filter=" + filter, "--device=" + device});
  measured.note = run.message;
  measured.rows = std::move(run.rows);
  if (options_.tree == kernel_tree::solution || measured.rows.empty()) {
    return;
  }
  const bench_program solution = bench_of(kernel_tree::solution, device, seconds);
  tell("benchmarking", "the solution");
  for (const benchmark_row& reference : run_bench(solution, filter, measured.unit).rows) {
    for (benchmark_row& row : measured.rows) {
      if (row.series == reference.series && row.label == reference.label) {
        row.reference_rate = reference.rate;
      }
    }
  }
}

speed_programs own_kernel::build_to_measure() {
  speed_programs programs;
  const std::string& device = owner_.devices().back();
  programs.kernel = bench_of(options_.tree, device, programs.seconds);
  programs.solution = bench_of(kernel_tree::solution, device, programs.seconds);
  programs.stopped = stopped();
  return programs;
}

}  // namespace kw::grader
