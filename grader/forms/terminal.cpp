#include "grader/forms/terminal.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/model/next_step.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kErrorWidth = 96;

/// Text from outside on a terminal: without codes of its own.
std::string shown(std::string_view text) {
  constexpr std::size_t kMostBytes = 20000;
  return base::plain_text(text, kMostBytes);
}

std::string error_place(const compile_error& error) {
  return error.line > 0 ? fmt::format("{}:{}", error.file, error.line) : error.file;
}

std::string describe_error(const compile_error& error, const text_style& style) {
  std::string text =
      fmt::format("{}: {}\n", style.bold(shown(error_place(error))), shown(error.message));
  if (const std::size_t indent = error.source_line.find_first_not_of(" \t");
      indent != std::string::npos) {
    text += "    " + shown(error.source_line).substr(indent) + "\n";
    const auto column = static_cast<std::size_t>(std::max(error.column, 1)) - 1;
    if (error.column > 0 && column >= indent) {
      text += std::string(4 + column - indent, ' ') +
              style.bad("^" +
                        std::string(static_cast<std::size_t>(std::max(error.width, 1)) - 1, '~')) +
              "\n";
    }
  }
  text += kw::grader::indent(wrap_words(shown(error.advice), kErrorWidth), "  ");
  if (!error.fix.empty()) {
    text += "  " + style.bold("Try:") + " " + shown(error.fix) + "\n";
  }
  text += shown(error.change);
  if (error.further_errors > 0) {
    text += style.dim(fmt::format("  and {} more error{}", error.further_errors,
                                  error.further_errors == 1 ? "" : "s")) +
            "\n";
  }
  return text;
}

std::string sign_of(const check_result& check, const text_style& style) {
  const check_status status = check.status();
  const bool open = status == check_status::untried || status == check_status::unscored;
  return check.complete()                                    ? style.good(style.tick())
         : open && check.state != task_state::compile_failed ? style.dim(style.ring())
                                                             : style.bad(style.cross());
}

/// Why a check's tests did not run, or not to their end.
std::string describe_trouble(const check_result& check, const text_style& style) {
  if (check.error) {
    return style.bad("does not compile") + "\n" + describe_error(*check.error, style);
  }
  return check.message.empty() ? "" : wrap_words(shown(check.message), 92);
}

std::string describe_check(const check_result& check, const text_style& style) {
  std::string text =
      describe_check_line(check, style) + indent(describe_trouble(check, style), "      ");
  const bool not_measured = check.speed && check.speed->note == kNotMeasured;  // said at the end
  if ((check.speed && !not_measured) || !check.withheld.empty()) {
    text += indent(wrap_words(style.dim(shown(check.withheld.empty() ? describe_outcome(check)
                                                                     : check.withheld)),
                              92),
                   "      ");
  }
  return text;
}

std::string why(const next_step& step, const text_style& style) {
  if (step.check->error) {
    return describe_error(*step.check->error, style);
  }
  if (step.test != nullptr) {
    const std::string text = shown(failure_text(*step.test));
    return text.empty() ? "" : text + "\n";
  }
  const std::string& message =
      step.check->message.empty() ? step.lesson->message : step.check->message;
  return message.empty() ? "" : shown(message) + "\n";
}

/// A text in lines of at most `width`, but for the first lines of findings: editors read the line,
/// the kind and the message from them (.vscode/tasks.json).
std::string wrap_but_the_places(const std::string& text, std::size_t width) {
  std::string wrapped;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    wrapped += line.rfind('[', 0) == 0 ? line + "\n" : wrap_words(line, width);
  }
  return wrapped;
}

/// The file to open, and the TODO that is there; nothing if the file is gone.
std::string where_to_edit(const next_step& step, const text_style& style) {
  if (step.check->state == task_state::file_missing) {
    return "";
  }
  const open_place open = place_to_open(step);
  const std::string line = open.line > 0 ? fmt::format(":{}", open.line) : "";
  return fmt::format("  open   {}{}\n", step.check->kernel_file.string(), line) +
         (open.todo.empty() ? ""
                            : indent(wrap_words(style.dim(shown(open.todo)), 90), "         "));
}

/// Whether a speed check was left out because it was not asked for.
bool speed_left_out(const report& report) {
  return std::any_of(report.lessons.begin(), report.lessons.end(), [](const auto& lesson) {
    return std::any_of(lesson.checks.begin(), lesson.checks.end(), [](const check_result& check) {
      return check.speed && check.speed->note == kNotMeasured;
    });
  });
}

/// What to type for a check: its task, or for a speed check the lesson and the check.
struct commands {
  std::string grade, hint;
};

commands commands_for(const next_step& step) {
  const lesson& lesson = step.lesson->definition;
  const check& check = step.check->definition;
  return step.check->speed ? commands{lesson.id() + " --bench", lesson.id() + " " + check.id}
                           : commands{lesson.task_id(check), lesson.task_id(check)};
}

}  // namespace

std::string describe_check_line(const check_result& check, const text_style& style,
                                std::size_t columns) {
  constexpr std::size_t kWide = 70, kTitle = 44, kRest = 20;
  const std::string points = check.scored() ? format_points(check.points) : "-";
  const std::string number = check.speed ? "" : std::to_string(check.definition.task);
  if (columns < kWide) {
    const std::size_t width = columns > 2 * kRest ? columns - kRest : kRest;
    return fmt::format("  {} {:1} {:<{}.{}} {:>5} / {}\n", sign_of(check, style), number,
                       check.definition.title, width, width, points,
                       format_points(check.definition.points));
  }
  return fmt::format(
      "  {} {:1} {:<{}} {:>8} {:>5} / {}\n", sign_of(check, style), number, check.definition.title,
      kTitle, check.definition.kind == check_kind::core ? "" : to_text(check.definition.kind),
      points, format_points(check.definition.points));
}

std::string describe_to_do(const lesson_result& lesson, const text_style& style) {
  return fmt::format("{:<50} {}   {} / {}\n",
                     fmt::format("{}  {}", lesson.definition.id(), lesson.definition.title),
                     style.dim("to do"), fmt::format("{:>5}", format_points(lesson.points)),
                     format_points(lesson.max_points));
}

std::string describe_lesson(const lesson_result& lesson, const text_style& style) {
  const std::string title = fmt::format("{}  {}", lesson.definition.id(), lesson.definition.title);
  std::string text = fmt::format("\n{:<{}} {:>5} / {}\n", style.bold(title),
                                 59 + style.bold(title).size() - title.size(),
                                 format_points(lesson.points), format_points(lesson.max_points));
  if (!lesson.message.empty()) {
    text += indent(wrap_words(shown(lesson.message), 96), "  ");
  }
  for (const check_result& check : lesson.checks) {
    text += describe_check(check, style);
  }
  for (const benchmark_result& benchmark : lesson.benchmarks) {
    for (const benchmark_row& row : benchmark.rows) {
      text += fmt::format(
          "    {:<28} {:>12} {:>10} {}\n", shown(row.series), shown(row.label),
          row.rate < 10 ? fmt::format("{:.3g}", row.rate) : fmt::format("{:.1f}", row.rate),
          benchmark.unit);
    }
    text += benchmark.note.empty() ? "" : indent(wrap_words(shown(benchmark.note), 92), "    ");
  }
  return text;
}

std::string describe_end(const report& report, const std::string& report_file,
                         const text_style& style) {
  if (!report.gradable) {
    return fmt::format("\n{}\n{}\n", style.bold("Not graded: this machine was at fault."),
                       shown(report.reason));
  }
  std::string text;
  for (const adjustment& change : report.adjustments) {
    text += fmt::format("\n{:+g} points by hand: {}", change.points, shown(change.reason));
  }
  if (report.late) {
    text += fmt::format("\n{} points: {}", format_points(report.late->points),
                        shown(report.late->note));
  }
  text += fmt::format("\n{}\n",
                      style.bold(fmt::format("Score: {} of {} points", format_points(report.points),
                                             format_points(report.max_points))));
  if (speed_left_out(report)) {
    text +=
        style.dim(
            "Speed was not measured. `./course grade --bench` measures the tasks that are right.") +
        "\n";
  }
  if (const auto apart = points_apart(report)) {
    text += fmt::format("Electives, which count apart: {} of {} points\n",
                        format_points(apart->points), format_points(apart->max_points));
  }
  if (const auto step = find_next_step(report)) {
    const auto [grade, hint] = commands_for(*step);
    text += fmt::format("\n{} {}, {}\n", style.accent(report.points > 0 ? "Next:" : "Begin here:"),
                        step->check->speed ? step->lesson->definition.id() : grade,
                        step->check->definition.title);
    text += indent(wrap_but_the_places(why(*step, style), 98), "  ");
    text += where_to_edit(*step, style);
    text += fmt::format("  run    ./course grade {}", grade);
    text += step->check->speed ? "\n"
                               : fmt::format("     (or leave ./course watch {} running)\n", grade);
    text += fmt::format("  stuck  ./course hint {}\n", hint);
  } else {
    text += style.good("\nEverything here is complete.\n");
  }
  return report_file.empty() ? text : text + fmt::format("\nReport: {}\n", report_file);
}

std::string describe_verdict(const lesson_result& lesson, const check_result& check,
                             const text_style& style) {
  const std::string what =
      check.speed ? lesson.definition.id() : lesson.definition.task_id(check.definition);
  const std::string points =
      fmt::format("{} / {}", format_points(check.points), format_points(check.definition.points));
  if (check.complete()) {
    return fmt::format("{} {} is complete: {}\n", style.good(style.tick()), what, points);
  }
  next_step step;
  step.lesson = &lesson;
  step.check = &check;
  step.test = check.state == task_state::built ? telling_test(check) : nullptr;
  std::string text = fmt::format("{} {}  {}  {}\n", style.bad(style.cross()), what, points,
                                 style.bold(check.definition.title));
  text += indent(why(step, style), "  ");
  return text + (check.withheld.empty() ? "" : indent(check.withheld, "  "));
}

std::string describe_verdict(const lesson_result& lesson, const text_style& style) {
  const check_result* open = first_open_check(lesson);
  return open != nullptr ? describe_verdict(lesson, *open, style)
                         : fmt::format("{} {} is complete: {} / {}\n", style.good(style.tick()),
                                       lesson.definition.id(), format_points(lesson.points),
                                       format_points(lesson.max_points));
}

}  // namespace kw::grader
