#pragma once

#include <vector>

#include "grader/model/next_step.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Why a speed check counts neither way in a run without `--bench`.
inline constexpr const char* kNotMeasured = "Not measured in this run: `--bench` measures it.";

/// The result of a lesson of which nothing was built or run yet: a result for each of its checks.
lesson_result start_lesson(const lesson& lesson, kernel_tree tree = kernel_tree::exercise);

/// Counts the tests that the checks of `result` hold, and settles its points. A test counts unless
/// it was skipped; a check without a test that counts gets no points. Cuts long texts. Called once.
void score_lesson(lesson_result& result);

/// Puts the results of some tasks in place of those that `whole` has for them, and settles its
/// points. `part` is a result of the same lesson, or of a part of it (`part_of`).
void take_part(lesson_result& whole, lesson_result part);

/// Works out `points`, `max_points`, `state`, and for each check `points` and `withheld`, from what
/// its tests and measurements say: points * (passed - given) / (counted - given), where `given`
/// tests are those that the untouched exercise passes, or all or nothing by the check's rule,
/// rounded to hundredths; none while a check that it needs has not passed. Doing it again changes
/// nothing.
void settle_lesson(lesson_result& result);

/// Works out `earned`, `points`, `max_points` and the cost of lateness from the lessons' points
/// and the adjustments. Doing it again changes nothing.
void settle(report& report);

}  // namespace kw::grader
