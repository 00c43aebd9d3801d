#include "grader/score/late_work.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kw::grader {
namespace {

constexpr double kSecondsADay = 86400;

/// When a lesson is due for a student, in seconds since 1970. The extension that gives most counts.
std::optional<double> due_for(const late_rule& rule, int lesson, const submission& who) {
  const auto own = rule.lessons.find(lesson);
  const auto due = seconds_since_1970(own != rule.lessons.end() ? own->second : rule.due);
  if (!due) {
    return std::nullopt;
  }
  double latest = static_cast<double>(*due);
  for (const extension& one : rule.extensions) {
    if ((one.lesson == 0 || one.lesson == lesson) && is_meant(one.submission, who)) {
      const auto date = seconds_since_1970(one.due);
      latest = std::max(latest, date ? static_cast<double>(*date)
                                     : static_cast<double>(*due) + one.days * kSecondsADay);
    }
  }
  return latest;
}

/// Days begun after a due date.
double days_late(const late_rule& rule, double due, std::int64_t submitted) {
  const double after = static_cast<double>(submitted) - due - 60 * rule.grace_minutes;
  return after > 0 ? std::ceil(after / kSecondsADay) : 0;
}

/// How late this lesson is, or the whole where `lesson` is 0.
double days_of(const late_rule& rule, int lesson, const std::string& handed_in,
               const submission& who) {
  const auto due = due_for(rule, lesson, who);
  const auto submitted = seconds_since_1970(handed_in);
  if (due && submitted) {
    return days_late(rule, *due, *submitted);
  }
  const bool extended =
      std::any_of(rule.extensions.begin(), rule.extensions.end(), [&](const extension& one) {
        return (one.lesson == 0 || one.lesson == lesson) && is_meant(one.submission, who);
      });
  // The platform's own due date decided that, which may not know of an extension.
  return due && who.marked_late && !extended ? rule.marked_days : 0;
}

late_lesson charge(const late_rule& rule, double days, double free_left) {
  late_lesson late;
  late.days = days;
  late.free = std::min(days, free_left);
  const bool closed = rule.last_day > 0 && days > rule.last_day;
  late.percent = closed ? 100 : std::min(100.0, rule.percent_per_day * (late.days - late.free));
  return late;
}

std::string describe(const late_rule& rule, const late_lesson& late, const submission& who) {
  const std::string how =
      who.submitted.empty()
          ? fmt::format("Marked as late without a time, which counts as {:g} day{}", late.days,
                        late.days == 1 ? "" : "s")
          : fmt::format("Handed in {:g} day{} late", late.days, late.days == 1 ? "" : "s");
  if (rule.last_day > 0 && late.days > rule.last_day) {
    return fmt::format("{}; later than {:g} earns nothing.", how, rule.last_day);
  }
  if (late.free <= 0) {
    return fmt::format("{}; each day costs {:g} %.", how, rule.percent_per_day);
  }
  return fmt::format("{}, {:g} of them free; each other day costs {:g} %.", how, late.free,
                     rule.percent_per_day);
}

bool was_handed_in(const lesson_result& lesson) {
  return std::any_of(lesson.checks.begin(), lesson.checks.end(), [](const check_result& check) {
    return !check.speed && check.state != task_state::file_missing;
  });
}

/// Lesson after lesson; the free days are used up in their order.
lateness by_lesson(const late_rule& rule, const report& report) {
  lateness all;
  for (const lesson_result& lesson : report.lessons) {
    const std::string& time = lesson.handed_in.empty() ? report.who.submitted : lesson.handed_in;
    const double days = days_of(rule, lesson.definition.number, time, report.who);
    if (days <= 0 || !was_handed_in(lesson)) {
      continue;
    }
    late_lesson late = charge(rule, days, rule.free_days - all.free);
    late.lesson = lesson.definition.id();
    all.note += fmt::format("{}{}: {}", all.note.empty() ? "" : " ", late.lesson,
                            describe(rule, late, report.who));
    all.days = std::max(all.days, days);
    all.free += late.free;
    all.percent = std::max(all.percent, late.percent);
    all.by_lesson.push_back(std::move(late));
  }
  return all;
}

lateness together(const late_rule& rule, const report& report) {
  lateness all;
  const double days = days_of(rule, 0, report.who.submitted, report.who);
  if (days > 0) {
    const late_lesson late = charge(rule, days, rule.free_days);
    all.days = late.days;
    all.free = late.free;
    all.percent = late.percent;
    all.note = describe(rule, late, report.who);
  }
  return all;
}

}  // namespace

bool is_meant(const std::string& name, const submission& who) {
  return !name.empty() && (name == who.id || name == who.email ||
                           std::any_of(who.roster.begin(), who.roster.end(),
                                       [&](const auto& column) { return column.second == name; }));
}

bool lacks_time(const report& report) {
  const auto timed = [](const lesson_result& lesson) { return !lesson.handed_in.empty(); };
  return !seconds_since_1970(report.who.submitted) && !report.who.marked_late &&
         report.who.time_source.empty() &&
         std::none_of(report.lessons.begin(), report.lessons.end(), timed) &&
         std::any_of(report.lessons.begin(), report.lessons.end(), was_handed_in);
}

void apply_lateness(const std::optional<late_rule>& rule, report& report) {
  report.late.reset();
  if (!rule) {
    return;
  }
  const bool apart =
      !rule->lessons.empty() ||
      std::any_of(rule->extensions.begin(), rule->extensions.end(),
                  [](const extension& one) { return one.lesson > 0; }) ||
      std::any_of(report.lessons.begin(), report.lessons.end(),
                  [](const lesson_result& lesson) { return !lesson.handed_in.empty(); });
  lateness late = apart ? by_lesson(*rule, report) : together(*rule, report);
  if (late.days > 0) {
    report.late = std::move(late);
  }
}

}  // namespace kw::grader
