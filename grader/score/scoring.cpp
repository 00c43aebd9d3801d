#include "grader/score/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/score/filter.hpp"

namespace kw::grader {
namespace {

double in_hundredths(double points) {
  return std::round(points * 100) / 100;
}

/// A submission may print without end, and a result is kept in memory and mailed around: each text
/// is cut, and more strongly once a lesson holds much of it.
class text_budget {
 public:
  void cut(std::string& text) {
    const std::size_t limit = used_ < kMuch ? kLongest : kShort;
    if (text.size() > limit) {
      text = base::plain_text(text, limit);
    }
    used_ += text.size();
  }

  void cut(test_result& test) {
    cut(test.message);
    if (test.findings.size() > kMostFindings) {
      test.findings.resize(kMostFindings);
    }
    for (finding& found : test.findings) {
      for (std::string* text : {&found.message, &found.advice, &found.kernel, &found.buffer,
                                &found.file, &found.source_text}) {
        cut(*text);
      }
    }
  }

 private:
  static constexpr std::size_t kLongest = 16384;
  static constexpr std::size_t kShort = 300;
  static constexpr std::size_t kMuch = std::size_t{1} << 20;
  static constexpr std::size_t kMostFindings = 20;

  std::size_t used_ = 0;
};

/// Does the untouched exercise pass this test? On a GPU it may pass more: nothing watches its
/// memory.
bool is_given(const check& definition, const test_result& test) {
  const auto selects = [&](const std::string& filter) {
    return !filter.empty() && matches_filter(filter, test.name);
  };
  return selects(definition.given) || (test.device == "cuda" && selects(definition.given_on_gpu));
}

/// A test counts once on however many devices it ran, and what holds of it holds on each of them.
void count_tests(check_result& check) {
  struct on_all_devices {
    bool passed = true, given = true;
  };
  std::map<std::string_view, on_all_devices> by_name;
  for (const test_result& test : check.tests) {
    if (test.status != test_status::skipped) {
      on_all_devices& known = by_name[test.name];
      known.passed = known.passed && test.status == test_status::passed;
      known.given = known.given && is_given(check.definition, test);
    }
  }
  for (const auto& [name, known] : by_name) {
    check.passed += known.passed ? 1 : 0;
    check.counted += 1;
    check.given += known.given ? 1 : 0;
  }
}

/// The share of a check's points that its tests, or its measurement, earned.
double share_of(const check_result& check) {
  if (check.speed) {
    return check.speed->state == speed_state::scored ? check.speed->credit : 0;
  }
  if (check.counted == 0 || check.passed < check.counted) {
    const bool partial = check.definition.credit == credit_rule::share && check.earning() > 0;
    return partial ? static_cast<double>(check.earning()) / (check.counted - check.given) : 0;
  }
  return 1;
}

/// The first check that `check` needs and that did not pass; null when there is none.
const check_result* missing_need(const lesson_result& lesson, const check_result& check) {
  for (const check_result& other : lesson.checks) {
    const auto& needs = check.definition.needs;
    const bool needed = std::find(needs.begin(), needs.end(), other.definition.id) != needs.end();
    if (needed && !other.complete()) {
      return &other;
    }
  }
  return nullptr;
}

/// Points that lateness takes from a result of so many points, or from each lesson that was late.
double lost_by_lateness(const report& report, double points) {
  if (report.late->by_lesson.empty()) {
    return std::max(0.0, points) * report.late->percent / 100;
  }
  double lost = 0;
  for (const late_lesson& late : report.late->by_lesson) {
    const lesson_result* const lesson = report.find_lesson(late.lesson);
    double of_lesson = lesson != nullptr && report.counts(*lesson) ? lesson->points : 0;
    for (const adjustment& change : report.adjustments) {
      of_lesson += change.lesson == late.lesson && report.counts(change) ? change.points : 0;
    }
    lost += std::max(0.0, of_lesson) * late.percent / 100;
  }
  return lost;
}

}  // namespace

lesson_result start_lesson(const lesson& lesson, kernel_tree tree) {
  lesson_result result;
  result.definition = lesson;
  for (const check& definition : lesson.checks) {
    check_result& check = result.checks.emplace_back();
    check.definition = definition;
    check.kernel_file = lesson.kernel_file(tree, definition);
    if (definition.kind == check_kind::speed) {
      check.speed.emplace();
      check.speed->note = kNotMeasured;
    }
  }
  settle_lesson(result);
  return result;
}

void score_lesson(lesson_result& result) {
  text_budget budget;
  for (check_result& check : result.checks) {
    for (test_result& test : check.tests) {
      budget.cut(test);
    }
    budget.cut(check.program_output);
    count_tests(check);
  }
  settle_lesson(result);
}

void take_part(lesson_result& whole, lesson_result part) {
  for (check_result& fresh : part.checks) {
    if (check_result* const old = whole.find_check(fresh.definition.id)) {
      *old = std::move(fresh);
    }
  }
  whole.build_seconds += part.build_seconds;
  whole.run_seconds += part.run_seconds;
  settle_lesson(whole);
}

void settle_lesson(lesson_result& result) {
  result.points = 0;
  result.max_points = 0;
  for (check_result& check : result.checks) {
    check.withheld.clear();
    // A check comes after the checks that it needs, so theirs are settled already.
    const check_result* missing = missing_need(result, check);
    if (missing != nullptr && !check.speed) {
      check.withheld = fmt::format("It counts once \"{}\" has passed.", missing->definition.title);
    } else if (missing != nullptr && check.scored()) {
      check.speed->state = speed_state::wrong;
      check.speed->note =
          fmt::format("It counts once \"{}\" has passed.", missing->definition.title);
    }
    check.points =
        check.withheld.empty() ? in_hundredths(check.definition.points * share_of(check)) : 0;
    result.points += check.points;
    result.max_points += check.scored() && !check.definition.bonus ? check.definition.points : 0;
  }
  result.points = in_hundredths(result.points);
  const bool complete =
      std::all_of(result.checks.begin(), result.checks.end(),
                  [](const check_result& check) { return check.complete() || !check.scored(); });
  result.state = complete ? lesson_state::complete : lesson_state::incomplete;
}

void settle(report& report) {
  report.earned = 0;
  report.max_points = 0;
  for (const lesson_result& lesson : report.lessons) {
    report.earned += report.counts(lesson) ? lesson.points : 0;
    report.max_points += report.counts(lesson) ? lesson.max_points : 0;
  }
  report.earned = in_hundredths(report.earned);
  double points = report.earned;
  for (const adjustment& change : report.adjustments) {
    points += report.counts(change) ? change.points : 0;
  }
  if (report.late) {
    report.late->points = -in_hundredths(lost_by_lateness(report, points));
    points += report.late->points;
  }
  report.points = std::max(0.0, in_hundredths(points));
}

}  // namespace kw::grader
