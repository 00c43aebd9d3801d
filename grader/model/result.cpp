#include "grader/model/result.hpp"

#include <algorithm>

namespace kw::grader {

std::string_view to_text(test_status status) {
  switch (status) {
    case test_status::passed:
      return "passed";
    case test_status::failed:
      return "failed";
    case test_status::skipped:
      return "skipped";
    case test_status::crashed:
      return "crashed";
    case test_status::hung:
      return "hung";
    case test_status::missing:
      return "missing";
  }
  return "missing";
}

std::string_view to_text(speed_state state) {
  switch (state) {
    case speed_state::scored:
      return "scored";
    case speed_state::wrong:
      return "wrong";
    case speed_state::unmeasured:
      return "unmeasured";
    case speed_state::noisy:
      return "noisy";
  }
  return "unmeasured";
}

std::string_view to_text(check_status status) {
  switch (status) {
    case check_status::complete:
      return "complete";
    case check_status::partial:
      return "partial";
    case check_status::failed:
      return "failed";
    case check_status::blocked:
      return "blocked";
    case check_status::untried:
      return "untried";
    case check_status::unscored:
      return "unscored";
  }
  return "untried";
}

std::string_view to_text(task_state state) {
  switch (state) {
    case task_state::built:
      return "built";
    case task_state::compile_failed:
      return "compile-failed";
    case task_state::file_missing:
      return "file-missing";
  }
  return "built";
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
  switch (state) {
    case lesson_state::complete:
      return "complete";
    case lesson_state::incomplete:
      return "incomplete";
  }
  return "incomplete";
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
