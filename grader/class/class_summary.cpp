#include "grader/class/class_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostFeedbackBytes = 1000;

/// Geometric mean of the ratios of a scored speed check; 0 for none.
double ratio_of(const check_result& check) {
  if (!check.speed || check.speed->state != speed_state::scored || check.speed->samples.empty()) {
    return 0;
  }
  double logarithms = 0;
  for (const speed_sample& sample : check.speed->samples) {
    logarithms += std::log(std::max(sample.ratio, 1e-9));
  }
  return std::exp(logarithms / static_cast<double>(check.speed->samples.size()));
}

std::string feedback_of(const report& report) {
  std::string text;
  for (const lesson_result& lesson : report.lessons) {
    text += fmt::format("{}{} {} / {}", text.empty() ? "" : "; ", lesson.definition.id(),
                        format_points(lesson.points), format_points(lesson.max_points));
  }
  for (const adjustment& change : report.adjustments) {
    text += fmt::format("; {:+g} by hand: {}", change.points, change.reason);
  }
  if (report.late) {
    text +=
        fmt::format("; {} for lateness: {}", format_points(report.late->points), report.late->note);
  }
  return base::plain_line(text, kMostFeedbackBytes);
}

}  // namespace

std::size_t class_summary::column_of(const lesson_result& lesson, const check_result& check) {
  const auto [found, is_new] =
      column_numbers_.try_emplace({lesson.definition.id(), check.definition.id}, columns_.size());
  if (is_new) {
    columns_.push_back({lesson.definition.id(), lesson.definition.title, check.definition.id,
                        check.definition.title, check.definition.kind, check.definition.points,
                        check.definition.bonus});
  }
  return found->second;
}

void class_summary::add(const report& report, std::string page) {
  if (submissions_.empty()) {
    where_ = report.where;
  }
  submission_summary one;
  one.id = base::plain_line(report.who.id);
  one.name = base::plain_line(report.who.name.empty() ? report.who.id : report.who.name);
  one.email = base::plain_line(report.who.email);
  one.roster = report.who.roster;
  one.submitted = report.who.submitted;
  one.created = report.where.created;
  one.page = std::move(page);
  one.gradable = report.gradable;
  one.reason = base::plain_line(report.reason, kMostFeedbackBytes);
  one.points = report.points;
  one.max_points = report.max_points;
  one.adjusted =
      std::accumulate(report.adjustments.begin(), report.adjustments.end(), 0.0,
                      [](double sum, const adjustment& change) { return sum + change.points; });
  if (report.late) {
    one.late_days = report.late->days;
    one.late_points = report.late->points;
  }
  one.feedback = feedback_of(report);
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      one.checks[column_of(lesson, check)] = {check.points, check.status(), ratio_of(check)};
    }
  }
  submissions_.push_back(std::move(one));
}

std::vector<const submission_summary*> class_summary::in_order() const {
  std::vector<const submission_summary*> order;
  for (const submission_summary& one : submissions_) {
    order.push_back(&one);
  }
  std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return std::tie(a->id, a->page) < std::tie(b->id, b->page);
  });
  return order;
}

std::vector<std::size_t> class_summary::column_order() const {
  std::vector<std::size_t> order(columns_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Within a lesson as its checks come; a first submission may lack the lessons before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return columns_[a].lesson < columns_[b].lesson;
  });
  return order;
}

double class_summary::max_points() const {
  double most = 0;
  for (const submission_summary& one : submissions_) {
    most = std::max(most, one.max_points);
  }
  return most;
}

}  // namespace kw::grader
