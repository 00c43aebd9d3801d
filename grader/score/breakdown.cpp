#include "grader/score/breakdown.hpp"

#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/score/points.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostNames = 6;

/// The sum that gives a check's points.
std::string sum_of(const check_result& check) {
  const std::string worth = format_points(check.definition.points);
  if (!check.scored()) {
    return "counts neither way: ";
  }
  if (!check.withheld.empty()) {
    return "";
  }
  if (check.speed) {
    return check.speed->state == speed_state::scored
               ? fmt::format("{} x {:.4g} credit: ", worth, check.speed->credit)
               : "";
  }
  if (check.definition.credit == credit_rule::all) {
    return "all or nothing: ";
  }
  return check.passed < check.counted && check.earning() > 0
             ? fmt::format("{} x {}/{}: ", worth, check.earning(), check.counted - check.given)
             : "";
}

std::string names_not_passed(const check_result& check) {
  std::vector<std::string> names;
  std::set<std::string_view> known;
  std::size_t more = 0;
  for (const test_result& test : check.tests) {
    if (test.status == test_status::passed || test.status == test_status::skipped ||
        !known.insert(test.name).second) {  // it may have failed on two devices
      continue;
    }
    if (names.size() == kMostNames) {
      ++more;
      continue;
    }
    const std::string why = test.findings.empty() ? std::string(to_text(test.status))
                                                  : "[" + test.findings[0].kind + "]";
    names.push_back(base::plain_line(test.name + " " + why));
  }
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more > 0 ? fmt::format(", and {} more", more) : std::string());
}

void explain_speed(const check_result& check, std::string& text) {
  if (!check.speed || !check.definition.speed) {
    return;
  }
  const speed_rule& rule = *check.definition.speed;
  for (const speed_sample& sample : check.speed->samples) {
    text += fmt::format(
        "        {}: {:.3f} times the solution's time, and surely between {:.3f} and {:.3f} after "
        "{} rounds: "
        "credit {:.4g}\n",
        base::plain_line(sample.benchmark), sample.ratio, sample.low, sample.high,
        check.speed->rounds, sample.credit);
  }
  if (!check.speed->samples.empty()) {
    text += fmt::format(
        "        the rule: credit 1 up to {:g} times, 0 from {:g} times, and log({:g} / ratio) / "
        "log({:g} / {:g}) between; the mean over the benchmarks\n",
        rule.full, rule.none, rule.none, rule.none, rule.full);
  }
}

void explain_check(const check_result& check, const text_style& style, std::string& text) {
  const std::string sign = check.complete()  ? style.good(style.tick())
                           : !check.scored() ? style.dim(style.ring())
                                             : style.bad(style.cross());
  std::string facts = check.speed ? "" : fmt::format("task {}, ", check.definition.task);
  facts += to_text(check.definition.kind);
  facts += check.definition.bonus ? ", bonus" : "";
  facts += check.definition.shown == visibility::visible
               ? ""
               : fmt::format(", {}", to_text(check.definition.shown));
  text += fmt::format(
      "  {} {:>6} of {:<4} {}  {}\n", sign, check.scored() ? format_points(check.points) : "-",
      format_points(check.definition.points), style.bold(base::plain_line(check.definition.title)),
      style.dim("(" + facts + ")"));
  text += fmt::format("        {}{}\n", sum_of(check), base::plain_line(describe_outcome(check)));
  if (check.error) {
    text += fmt::format("        {}:{}: {}\n", base::plain_line(check.error->file),
                        check.error->line, base::plain_line(check.error->message));
  } else if (!check.message.empty()) {
    text += fmt::format("        {}\n", base::plain_line(check.message));
  }
  explain_speed(check, text);
  const std::string names = names_not_passed(check);
  text += names.empty() ? "" : fmt::format("        not passed: {}\n", names);
  text += check.complete() || check.reproduce.empty()
              ? ""
              : style.dim("        see it: " + base::plain_line(check.reproduce)) + "\n";
}

}  // namespace

std::string break_down(const report& report, const text_style& style) {
  const std::string who = report.who.name.empty() ? report.who.id : report.who.name;
  std::string text =
      who.empty() ? "" : style.bold(base::plain_line(who + "  " + report.who.email)) + "\n";
  if (!report.gradable) {
    return text + "Not graded: this machine was at fault, so there is no score.\n" +
           base::plain_text(report.reason) + "\n";
  }
  for (const lesson_result& lesson : report.lessons) {
    text += fmt::format("\n{}\n", style.bold(lesson.definition.id() + "  " +
                                             base::plain_line(lesson.definition.title)));
    text += lesson.message.empty() ? "" : "  " + base::plain_line(lesson.message) + "\n";
    for (const check_result& check : lesson.checks) {
      explain_check(check, style, text);
    }
    text += fmt::format("    {:>6} of {}\n", format_points(lesson.points),
                        format_points(lesson.max_points));
  }
  text += fmt::format("\n{:>10} earned by the checks\n", format_points(report.earned));
  for (const adjustment& change : report.adjustments) {
    text += fmt::format("{:>+10g} by hand{}{}{}{}: {}{}\n", change.points,
                        change.lesson.empty() ? "" : " for ", base::plain_line(change.lesson),
                        change.check.empty() ? "" : " " + base::plain_line(change.check),
                        report.counts(change) ? "" : ", which counts apart",
                        base::plain_line(change.reason),
                        change.by.empty() ? "" : " (" + base::plain_line(change.by) + ")");
  }
  if (report.late) {
    const bool together = report.late->by_lesson.empty();
    text += fmt::format(
        "{:>+10g} late: {}{}\n", report.late->points, base::plain_line(report.late->note),
        together ? fmt::format(" {:g} % of what was earned and adjusted.", report.late->percent)
                 : "");
  }
  text += style.bold(fmt::format("{:>10} of {} points", format_points(report.points),
                                 format_points(report.max_points))) +
          "\n";
  if (const auto apart = points_apart(report)) {
    text += fmt::format("{:>10} of {} points in electives, which count apart\n",
                        format_points(apart->points), format_points(apart->max_points));
  }
  for (const std::string& note : report.notes) {
    text += base::plain_line(note) + "\n";
  }
  return text;
}

}  // namespace kw::grader
