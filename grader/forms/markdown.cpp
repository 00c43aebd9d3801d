#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/forms/forms.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostQuotedBytes = 3000;

/// Text that Markdown shows as it is: no markup, no mention of a user, no table cell of its own.
std::string inline_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]()#+!|~-";
  std::string result;
  for (const char letter : base::plain_line(text, kMostQuotedBytes)) {
    if (letter == '<') {
      result += "&lt;";
    } else if (letter == '>') {
      result += "&gt;";
    } else if (letter == '&') {
      result += "&amp;";
    } else if (letter == '@') {
      result += "&#64;";
    } else {
      result += kMarkup.find(letter) == std::string_view::npos ? "" : "\\";
      result += letter;
    }
  }
  return result;
}

/// A block of text between fences that are longer than any in it.
std::string block(std::string_view text) {
  const std::string shown = base::plain_text(text, kMostQuotedBytes);
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char letter : shown) {
    run = letter == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}text\n{}\n{}\n", fence, shown, fence);
}

const char* sign_of(const check_result& check) {
  return check.complete()                           ? "\u2713"
         : check.scored() && check.points > 0       ? "\u25D0"
         : check.status() == check_status::unscored ? "\u2013"
                                                    : "\u2717";
}

std::string worth(double points, double most) {
  return fmt::format("{} / {}", format_points(points), format_points(most));
}

void write_lesson(const lesson_result& lesson, std::string& text) {
  text +=
      fmt::format("\n## {:02} {}: {}\n\n", lesson.definition.number,
                  inline_text(lesson.definition.title), worth(lesson.points, lesson.max_points));
  if (!lesson.message.empty()) {
    text += inline_text(lesson.message) + "\n\n";
  }
  text += "| | check | points | |\n|---|---|---:|---|\n";
  for (const check_result& check : lesson.checks) {
    text += fmt::format(
        "| {} | {} | {} | {} |\n", sign_of(check), inline_text(check.definition.title),
        worth(check.points, check.definition.points), inline_text(describe_outcome(check)));
  }
  for (const check_result& check : lesson.checks) {
    if (check.error) {
      text += "\n" + block(fmt::format("{}:{}: {}\n{}", check.error->file, check.error->line,
                                       check.error->message, check.error->source_line));
    }
  }
  if (const check_result* open = first_open_check(lesson); open != nullptr && !open->error) {
    const test_result* test = telling_test(*open);
    const std::string why = test != nullptr         ? shortest_message(*test, 8)
                            : open->message.empty() ? open->withheld
                                                    : open->message;
    text += why.empty() ? "" : "\n" + inline_text(open->definition.title) + ":\n\n" + block(why);
  }
  text += "\nRun again:\n\n" + block(lesson.reproduce);
}

}  // namespace

std::string to_markdown(const report& report) {
  const std::string who = report.who.name.empty() ? report.who.id : report.who.name;
  std::string text =
      fmt::format("# Kernelwright{}{}\n\n", who.empty() ? "" : ": ", inline_text(who));
  if (!report.gradable) {
    return text +
           "**Not graded**, through no fault of the submission: " + inline_text(report.reason) +
           "\n";
  }
  text += fmt::format("**{} of {} points**\n", format_points(report.points),
                      format_points(report.max_points));
  if (const auto apart = points_apart(report)) {
    text += fmt::format("\nElectives, which count apart: {}\n",
                        worth(apart->points, apart->max_points));
  }
  for (const adjustment& change : report.adjustments) {
    text += fmt::format("\n- {:+g} points by hand{}: {}\n", change.points,
                        change.lesson.empty() ? "" : " for " + inline_text(change.lesson),
                        inline_text(change.reason));
  }
  if (report.late) {
    text += fmt::format("\n- {} points: {}\n", format_points(report.late->points),
                        inline_text(report.late->note));
  }
  for (const std::string& note : report.notes) {
    text += "\n- " + inline_text(note) + "\n";
  }
  for (const lesson_result& lesson : report.lessons) {
    write_lesson(lesson, text);
  }
  const environment& where = report.where;
  std::string made;
  for (const std::string& part :
       {where.created, where.cpu, where.gpu, where.compiler, where.cuda_compiler, where.system}) {
    made += part.empty() ? "" : (made.empty() ? "" : ", ") + inline_text(part);
  }
  return text + "\nGraded: " + made + "\n";
}

}  // namespace kw::grader
