#include "grader/model/result.hpp"

#include <algorithm>

namespace kw::grader {

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

bool report::counts(const lesson_result& lesson) const {
  return !lesson.definition.elective ||
         std::all_of(lessons.begin(), lessons.end(),
                     [](const lesson_result& other) { return other.definition.elective; });
}

bool report::counts(const adjustment& change) const {
  const lesson_result* const lesson = find_lesson(change.lesson);
  return lesson == nullptr || counts(*lesson);
}

const check_result* lesson_result::find_check(std::string_view id) const {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const check_result& check) {
    return check.definition.id == id;
  });
  return found != checks.end() ? &*found : nullptr;
}

check_result* lesson_result::find_check(std::string_view id) {
  return const_cast<check_result*>(std::as_const(*this).find_check(id));
}

const lesson_result* report::find_lesson(std::string_view id) const {
  const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const lesson_result& one) {
    return one.definition.id() == id;
  });
  return found != lessons.end() ? &*found : nullptr;
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
