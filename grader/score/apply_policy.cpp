#include "grader/score/apply_policy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/suggest.hpp"
#include "grader/model/error.hpp"
#include "grader/score/late_work.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

bool names_part(const report& report, const adjustment& change) {
  const lesson_result* const lesson = report.find_lesson(change.lesson);
  return change.lesson.empty() ||
         (lesson != nullptr &&
          (change.check.empty() || lesson->find_check(change.check) != nullptr));
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
      check_result* const found = lesson.find_check(change.check);
      if (found == nullptr) {
        std::vector<std::string> known;
        for (const check_result& check : lesson.checks) {
          known.push_back(check.definition.id);
        }
        refuse(change, known);
      }
      make_change(change, found->definition);
      settle_lesson(lesson);
    }
  }
  apply_lateness(policy.late, report);
  settle(report);
}

adjustment_list::adjustment_list(const std::filesystem::path& file) : file_(file.string()) {
  for (addressed_adjustment& one : read_adjustments(file)) {
    entries_.push_back({std::move(one), ""});
  }
}

void adjustment_list::apply(report& report, const std::string& code) {
  report.adjustments.clear();
  for (entry& one : entries_) {
    if (!is_meant(one.submission, report.who) &&
        (one.submission.empty() || one.submission != code)) {
      continue;
    }
    if (!one.used_by.empty() && one.used_by != report.who.id) {
      throw usage_error(
          fmt::format("{}:{}: \"{}\" is in the roster's rows of several students. Name one by id "
                      "or e-mail address",
                      file_, one.line, one.submission));
    }
    if (!names_part(report, one.change)) {
      throw usage_error(fmt::format("{}:{}: {} has no {} {}", file_, one.line, one.submission,
                                    one.change.lesson, one.change.check));
    }
    one.used_by = report.who.id;
    report.adjustments.push_back(one.change);
  }
  settle(report);
}

std::vector<std::string> adjustment_list::unused() const {
  std::vector<std::string> result;
  for (const entry& one : entries_) {
    if (one.used_by.empty()) {
      result.push_back(
          fmt::format("{}:{}: there is no submission \"{}\"", file_, one.line, one.submission));
    }
  }
  return result;
}

}  // namespace kw::grader
