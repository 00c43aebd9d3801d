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

/// Makes the change to one of these checks, those of its lesson.
void make_change(const check_change& change, const std::vector<check*>& checks) {
  std::vector<std::string> known;
  for (check* const one : checks) {
    if (one->id == change.check) {
      one->points = change.points.value_or(one->points);
      one->shown = change.shown.value_or(one->shown);
      one->bonus = change.bonus.value_or(one->bonus);
      return;
    }
    known.push_back(one->id);
  }
  throw usage_error(
      fmt::format("the policy changes check {} of lesson{:02}, which does not exist{}",
                  change.check, change.lesson, base::did_you_mean(change.check, known)));
}

}  // namespace

void apply_policy(const policy& policy, course& course) {
  for (const check_change& change : policy.changes) {
    std::vector<check*> checks;
    for (lesson& lesson : course.lessons) {
      for (check& check : lesson.checks) {
        if (lesson.number == change.lesson) {
          checks.push_back(&check);
        }
      }
    }
    make_change(change, checks);
  }
}

void apply_policy(const policy& policy, report& report) {
  for (const check_change& change : policy.changes) {
    for (lesson_result& lesson : report.lessons) {
      if (lesson.definition.number == change.lesson) {
        std::vector<check*> checks;
        for (check_result& check : lesson.checks) {
          checks.push_back(&check.definition);
        }
        make_change(change, checks);
        settle_lesson(lesson);
      }
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
