#include "grader/forms/terminal.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/model/next_step.hpp"
#include "grader/score/points.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr int kSummaryLines = 7;
constexpr int kVerdictLines = 8;
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
  if (error.further_errors > 0) {
    text += style.dim(fmt::format("  and {} more error{}", error.further_errors,
                                  error.further_errors == 1 ? "" : "s")) +
            "\n";
  }
  return text;
}

std::string describe_check(const check_result& check, const text_style& style) {
  const check_status status = check.status();
  const std::string sign = check.complete() ? style.good(style.tick())
                           : status == check_status::untried || status == check_status::unscored
                               ? style.dim(style.ring())
                               : style.bad(style.cross());
  std::string text = fmt::format(
      "  {} {:<46} {:>8} {:>5} / {}\n", sign, check.definition.title,
      check.definition.kind == check_kind::core ? "" : to_text(check.definition.kind),
      check.scored() ? format_points(check.points) : "-", format_points(check.definition.points));
  if (check.speed || !check.withheld.empty()) {
    text += indent(wrap_words(style.dim(shown(check.withheld.empty() ? describe_outcome(check)
                                                                     : check.withheld)),
                              92),
                   "      ");
  }
  return text;
}

std::string why(const next_step& step, const text_style& style, int lines) {
  if (step.lesson->error) {
    return describe_error(*step.lesson->error, style);
  }
  if (step.test != nullptr) {
    const std::string text = shown(shortest_message(*step.test, lines));
    return text.empty() ? "" : text + "\n";
  }
  return step.lesson->message.empty() ? "" : shown(step.lesson->message) + "\n";
}

}  // namespace

std::string describe_lesson(const lesson_result& lesson, const text_style& style) {
  const std::string title = fmt::format("{}  {}", lesson.definition.id(), lesson.definition.title);
  std::string text = fmt::format("\n{:<{}} {:>5} / {}\n", style.bold(title),
                                 59 + style.bold(title).size() - title.size(),
                                 format_points(lesson.points), format_points(lesson.max_points));
  if (lesson.error) {
    return text +
           indent(style.bad("does not compile") + "\n" + describe_error(*lesson.error, style),
                  "  ");
  }
  if (!lesson.message.empty()) {
    text += indent(wrap_words(shown(lesson.message), 96), "  ");
  }
  for (const check_result& check : lesson.checks) {
    text += describe_check(check, style);
  }
  for (const benchmark_result& benchmark : lesson.benchmarks) {
    for (const benchmark_row& row : benchmark.rows) {
      text += fmt::format("    {:<28} {:>12} {:>10.1f} {}\n", shown(row.series), shown(row.label),
                          row.rate, benchmark.unit);
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
  if (const auto step = find_next_step(report)) {
    const lesson_result& lesson = *step->lesson;
    const std::string id = lesson.definition.id();
    const open_place open = place_to_open(*step);
    text +=
        fmt::format("\n{} {}{}\n", style.accent(report.points > 0 ? "Next:" : "Begin here:"), id,
                    step->check != nullptr ? ", " + step->check->definition.title
                                           : ", " + lesson.definition.title);
    text += indent(wrap_words(why(*step, style, kSummaryLines), 98), "  ");
    text += fmt::format("  open   {}{}\n", lesson.kernel_file.string(),
                        open.line > 0 ? fmt::format(":{}", open.line) : "");
    text += open.todo.empty() ? "" : "         " + style.dim(shown(open.todo)) + "\n";
    text += fmt::format("  run    ./course grade {}     (or leave ./course watch {} running)\n", id,
                        id);
    text += fmt::format("  stuck  ./course hint {}\n", id);
  } else {
    text += style.good("\nEverything here is complete.\n");
  }
  return report_file.empty() ? text : text + fmt::format("\nReport: {}\n", report_file);
}

std::string describe_verdict(const lesson_result& lesson, const text_style& style) {
  const std::string points =
      fmt::format("{} / {}", format_points(lesson.points), format_points(lesson.max_points));
  if (lesson.state == lesson_state::complete) {
    return fmt::format("{} {} is complete: {}\n", style.good(style.tick()), lesson.definition.id(),
                       points);
  }
  next_step step;
  step.lesson = &lesson;
  std::string text =
      fmt::format("{} {}  {}", style.bad(style.cross()), lesson.definition.id(), points);
  if (!lesson.error && lesson.state == lesson_state::incomplete) {
    step.check = first_open_check(lesson);
    step.test = step.check != nullptr ? telling_test(*step.check) : nullptr;
    text += step.check != nullptr ? "  " + style.bold(step.check->definition.title) : "";
  }
  return text + "\n" + indent(why(step, style, kVerdictLines), "  ");
}

}  // namespace kw::grader
