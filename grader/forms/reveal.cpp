#include <algorithm>

#include <fmt/format.h>

#include "grader/forms/forms.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

/// Leaves checks out of a lesson, and what would tell of them.
void keep_shown(lesson_result& lesson, visibility most, int& left_out) {
  std::vector<check_result> shown;
  std::vector<check_result> kept_back;
  for (check_result& check : lesson.checks) {
    (check.definition.shown <= most ? shown : kept_back).push_back(std::move(check));
  }
  lesson.checks = std::move(shown);
  if (kept_back.empty()) {
    return;
  }
  left_out += static_cast<int>(kept_back.size());
  for (const check_result& hidden : kept_back) {
    for (check_result& check : lesson.checks) {
      const auto& needs = check.definition.needs;
      if (std::find(needs.begin(), needs.end(), hidden.definition.id) != needs.end() &&
          !check.withheld.empty()) {
        check.withheld = "It counts once a check that is not shown has passed.";
      }
    }
  }
  // Not settled again: a check that needs one that is gone would get its points back.
  lesson.points = 0;
  lesson.max_points = 0;
  for (const check_result& check : lesson.checks) {
    lesson.points += check.points;
    lesson.max_points += check.scored() && !check.definition.bonus ? check.definition.points : 0;
  }
}

/// Takes tests that students do not see out of a check, and what the program said where it ended in
/// one of them. \returns how many there were
std::size_t take_out_hidden(check_result& check) {
  for (const test_result& test : check.tests) {
    if (test.hidden && check.message.find("(test " + test.name + ")") != std::string::npos) {
      check.message = "The program ended in a test that is not shown.";
      check.program_output.clear();
    }
  }
  return std::erase_if(check.tests, [](const test_result& test) { return test.hidden; });
}

}  // namespace

report without_hidden_tests(const report& whole) {
  report result = whole;
  std::size_t hidden = 0;
  for (lesson_result& lesson : result.lessons) {
    for (check_result& check : lesson.checks) {
      hidden += take_out_hidden(check);
    }
  }
  if (hidden > 0) {
    result.notes.push_back(
        hidden == 1 ? "1 test is not shown; it counts in these points."
                    : fmt::format("{} tests are not shown; they count in these points.", hidden));
  }
  return result;
}

report reveal(const report& whole, visibility most) {
  report result = most < visibility::hidden ? without_hidden_tests(whole) : whole;
  int left_out = 0;
  for (lesson_result& lesson : result.lessons) {
    keep_shown(lesson, most, left_out);
    std::erase_if(result.adjustments, [&](const adjustment& change) {
      const auto is_it = [&](const check_result& check) {
        return check.definition.id == change.check;
      };
      return change.lesson == lesson.definition.id() && !change.check.empty() &&
             std::none_of(lesson.checks.begin(), lesson.checks.end(), is_it);
    });
  }
  if (left_out > 0) {
    result.notes.push_back(left_out == 1
                               ? "1 check is not shown yet; its points are not in this score."
                               : fmt::format("{} checks are not shown yet; their points are not "
                                             "in this score.",
                                             left_out));
    settle(result);
  }
  return result;
}

}  // namespace kw::grader
