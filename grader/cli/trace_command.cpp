#include "grader/cli/trace_command.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/files.hpp"
#include "grader/cli/exercise_results.hpp"
#include "grader/cli/progress_line.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/pages/trace_pictures.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/text_style.hpp"
#include "grader/trace/trace_run.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

struct trace_line {
  grade_options options;
  std::string lesson, check, test, tree = "exercise";
  fs::path output, figure;
  int program = -1, launch = 1;
};

/// The launch that a figure shows. Launches are counted from 1.
const trace_launch& chosen_launch(const traced_test& traced, int number) {
  const auto index = static_cast<std::size_t>(number - 1);
  if (index >= traced.launches.size()) {
    throw usage_error(fmt::format("{} has no launch {}: {} of its launches were traced",
                                  traced.test, number, traced.launches.size()));
  }
  return traced.launches[index];
}

int run_trace(trace_line& line) {
  line.options.tree = line.tree == "solution" ? kernel_tree::solution : kernel_tree::exercise;
  line.options.device = "cpu";
  const grader grader(line.options);
  const lesson lesson = find_parts(grader.lessons(), {line.lesson}).front();
  progress_line progress(stderr);
  const traced_test traced = trace_lesson(
      grader, lesson, line.check, [&](const auto& step) { progress.show(step); }, line.test);
  progress.clear();
  if (!line.figure.empty()) {
    base::write_file_atomically(line.figure, to_figure(chosen_launch(traced, line.launch)));
    return kExitDone;
  }
  const fs::path page = write_trace_page(grader, lesson, traced, line.output);
  const text_style style = text_style::of(stdout);
  fmt::print("{}, {}: {}\n", lesson.task_id(*traced.of), style.bold(traced.of->title),
             style.dim(traced.test));
  for (std::size_t i = 0; i < traced.launches.size() && i < 2; ++i) {
    fmt::print("\n{}", indent(to_terminal(traced.launches[i], line.program), "  "));
  }
  if (traced.launches.size() > 2) {
    fmt::print("\n  {} more launches are on the page.\n", traced.launches.size() - 2);
  }
  fmt::print("\nThe page: {}\n", grader.shown(page).string());
  return kExitDone;
}

}  // namespace

void declare_trace(CLI::App& app, std::function<int()>& chosen) {
  const auto line = std::make_shared<trace_line>();
  CLI::App* trace = app.add_subcommand(
      "trace", "Draw what an exercise's kernel touches: a page, and a picture in the terminal");
  trace->add_option("lesson", line->lesson, "A lesson or a task, such as lesson03 or lesson03.2")
      ->required();
  trace->add_option("check", line->check, "A check of that lesson (default: the first that fails)");
  add_folders(*trace, line->options.root, line->options.build_folder);
  trace->add_option("--tree", line->tree, "Which kernels to trace: exercise or solution")
      ->check(CLI::IsMember({"exercise", "solution"}))
      ->capture_default_str();
  trace->add_option("--program", line->program, "Show this program alone in the terminal")
      ->check(CLI::NonNegativeNumber);
  trace->add_option("--output", line->output, "The page (default: BUILD-DIR/trace/...html)");
  trace->add_option(
      "--test", line->test,
      "A test of the check, such as Attention.Lengths (default: the first that fails)");
  trace->add_option("--figure", line->figure, "Write an SVG of one launch instead");
  trace->add_option("--launch", line->launch, "Which launch of the test, for --figure")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  trace->footer("For example: ./course trace lesson03");
  trace->callback([&chosen, line] { chosen = [line] { return run_trace(*line); }; });
}

traced_test trace_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                         const std::function<void(const progress&)>& on_progress,
                         std::string_view test) {
  // A check that was named needs no other.
  const check* named = check_id.empty() ? nullptr : &find_check(lesson, check_id);
  const lesson_result result = exercise_results(grader).grade(
      named != nullptr ? part_of(lesson, {lesson.task_of(*named).task}) : lesson, on_progress);
  return trace_check(grader, lesson, result, check_id, test);
}

fs::path write_trace_page(const grader& grader, const lesson& lesson, const traced_test& traced,
                          const fs::path& file) {
  const fs::path page = file.empty() ? grader.options().build_folder / "trace" /
                                           fmt::format("{}.{}.html", lesson.id(), traced.of->id)
                                     : file;
  const std::string source =
      fmt::format("{}, {}: the test {} on the CPU", lesson.task_id(*traced.of),
                  lesson.kernel_file(grader.options().tree, *traced.of).string(), traced.test);
  base::write_file_atomically(page, to_page(traced.launches, traced.of->title, source));
  return page;
}

void add_picture(const grader& grader, lesson_result& result) {
  const auto open =
      std::find_if(result.checks.begin(), result.checks.end(),
                   [&](const auto& check) { return &check == first_open_check(result); });
  try {
    if (const auto launch = trace_open_check(grader, result)) {
      open->picture = to_figure(*launch);
    }
  } catch (const machine_error&) {
    // A report does without its picture.
  }
}

}  // namespace kw::grader
