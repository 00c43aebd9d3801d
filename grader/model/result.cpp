#include "grader/model/result.hpp"

#include <algorithm>

namespace kw::grader {

std::string_view to_text(test_status status) {
  return word_of(status, {"passed", "failed", "skipped", "crashed", "hung", "missing"});
}

std::string_view to_text(speed_state state) {
  return word_of(state, {"scored", "wrong", "unmeasured", "noisy"});
}

std::string_view to_text(check_status status) {
  return word_of(status, {"complete", "partial", "failed", "blocked", "untried", "unscored"});
}

std::string_view to_text(task_state state) {
  return word_of(state, {"built", "compile-failed", "file-missing"});
}

check_status check_result::status() const {
  if (speed) {
    const bool counts = speed->state == speed_state::scored;
    return counts && speed->credit >= 1         ? check_status::complete
           : counts && speed->credit > 0        ? check_status::partial
           : counts                             ? check_status::failed
           : speed->state == speed_state::wrong ? check_status::blocked
                                                : check_status::unscored;
  }
  if (counted == 0) {
    return check_status::untried;
  }
  if (!withheld.empty()) {
    return earning() > 0 ? check_status::blocked : check_status::failed;
  }
  const bool some = earning() > 0 && definition.credit == credit_rule::share;
  return passed == counted ? check_status::complete
         : some            ? check_status::partial
                           : check_status::failed;
}

std::string_view to_text(lesson_state state) {
  return word_of(state, {"complete", "incomplete"});
}

bool report::counts(const lesson_result& lesson) const {
  return !lesson.definition.elective ||
         std::all_of(lessons.begin(), lessons.end(),
                     [](const lesson_result& other) { return other.definition.elective; });
}

bool report::counts(const adjustment& change) const {
  return std::none_of(lessons.begin(), lessons.end(), [&](const lesson_result& lesson) {
    return lesson.definition.id() == change.lesson && !counts(lesson);
  });
}

std::optional<elective_points> points_apart(const report& report) {
  std::optional<elective_points> sum;
  for (const lesson_result& lesson : report.lessons) {
    if (!report.counts(lesson)) {
      sum = sum.value_or(elective_points{});
      sum->points += lesson.points;
      sum->max_points += lesson.max_points;
    }
  }
  for (const adjustment& change : report.adjustments) {
    if (sum && !report.counts(change)) {
      sum->points += change.points;
    }
  }
  if (sum) {
    sum->points = std::max(0.0, sum->points);
  }
  return sum;
}

}  // namespace kw::grader
