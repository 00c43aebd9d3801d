#include "grader/score/apply_policy.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/base/suggest.hpp"
#include "grader/model/error.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

constexpr double kSecondsADay = 86400;

bool names_check(const lesson_result& lesson, const std::string& check) {
  return check.empty() || std::any_of(lesson.checks.begin(), lesson.checks.end(),
                                      [&](const check_result& candidate) {
                                        return candidate.definition.id == check;
                                      });
}

bool names_part(const report& report, const adjustment& change) {
  return change.lesson.empty() ||
         std::any_of(report.lessons.begin(), report.lessons.end(), [&](const auto& lesson) {
           return lesson.definition.id() == change.lesson && names_check(lesson, change.check);
         });
}

void make_change(const check_change& change, check& check) {
  check.points = change.points.value_or(check.points);
  check.shown = change.shown.value_or(check.shown);
  check.bonus = change.bonus.value_or(check.bonus);
}

[[noreturn]] void refuse(const check_change& change, const std::vector<std::string>& known) {
  throw usage_error(
      fmt::format("the policy changes check {} of lesson{:02}, which does not exist{}",
                  change.check, change.lesson, base::did_you_mean(change.check, known)));
}

void apply_lateness(const policy& policy, report& report) {
  report.late.reset();
  const auto due = policy.late ? seconds_since_1970(policy.late->due) : std::nullopt;
  const auto submitted = seconds_since_1970(report.who.submitted);
  if (due && submitted) {
    const late_rule& rule = *policy.late;
    const double after = static_cast<double>(*submitted - *due) - 60 * rule.grace_minutes;
    const double days = after > 0 ? std::ceil(after / kSecondsADay) : 0;
    if (days > 0) {
      lateness late;
      late.days = days;
      late.free = std::min(days, rule.free_days);
      const bool closed = rule.last_day > 0 && days > rule.last_day;
      late.percent = closed ? 100 : std::min(100.0, rule.percent_per_day * (late.days - late.free));
      late.note = closed ? fmt::format("Handed in {:g} days late; later than {:g} earns nothing.",
                                       days, rule.last_day)
                         : fmt::format(
                               "Handed in {:g} day{} late, {:g} of them free; each other day "
                               "costs {:g} %.",
                               days, days == 1 ? "" : "s", late.free, rule.percent_per_day);
      report.late = late;
    }
  }
  settle(report);
}

}  // namespace

void apply_policy(const policy& policy, course& course) {
  for (const check_change& change : policy.changes) {
    check* found = nullptr;
    std::vector<std::string> known;
    for (lesson& lesson : course.lessons) {
      for (check& check : lesson.checks) {
        if (lesson.number == change.lesson) {
          known.push_back(check.id);
          found = check.id == change.check ? &check : found;
        }
      }
    }
    if (found == nullptr) {
      refuse(change, known);
    }
    make_change(change, *found);
  }
}

void apply_policy(const policy& policy, report& report) {
  for (const check_change& change : policy.changes) {
    for (lesson_result& lesson : report.lessons) {
      if (lesson.definition.number != change.lesson) {
        continue;
      }
      check_result* found = nullptr;
      std::vector<std::string> known;
      for (check_result& check : lesson.checks) {
        known.push_back(check.definition.id);
        found = check.definition.id == change.check ? &check : found;
      }
      if (found == nullptr) {
        refuse(change, known);
      }
      make_change(change, found->definition);
      settle_lesson(lesson);
    }
  }
  apply_lateness(policy, report);
}

adjustment_list::adjustment_list(const std::filesystem::path& file) : file_(file.string()) {
  for (addressed_adjustment& one : read_adjustments(file)) {
    entries_.push_back({std::move(one)});
  }
}

void adjustment_list::apply(report& report) {
  report.adjustments.clear();
  for (entry& one : entries_) {
    if (one.submission.empty() ||
        (one.submission != report.who.id && one.submission != report.who.email)) {
      continue;
    }
    if (!names_part(report, one.change)) {
      throw usage_error(fmt::format("{}:{}: {} has no {} {}", file_, one.line, one.submission,
                                    one.change.lesson, one.change.check));
    }
    one.used = true;
    report.adjustments.push_back(one.change);
  }
  settle(report);
}

std::vector<std::string> adjustment_list::unused() const {
  std::vector<std::string> result;
  for (const entry& one : entries_) {
    if (!one.used) {
      result.push_back(
          fmt::format("{}:{}: there is no submission \"{}\"", file_, one.line, one.submission));
    }
  }
  return result;
}

}  // namespace kw::grader
