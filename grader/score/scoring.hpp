#pragma once

#include <vector>

#include "grader/model/next_step.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Shares tests out to a lesson's checks and settles its points. A test counts unless it was
/// skipped; a check without a test that counts gets no points. Fills `checks` and `unclaimed` of
/// `result`, whose `definition` must be set, and what `settle_lesson` fills. Cuts long texts.
void score_lesson(lesson_result& result, const std::vector<test_result>& run);

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
