#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "grader/run/grade.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// The next hint for a check of a lesson, as text; `level` 0 means one more than the last time.
/// \param about the finding that the check's hints answer; empty for those of its task
std::string give_hint(const grader& grader, const lesson& lesson, const check& check,
                      const std::string& about, int level, const text_style& style);

/// The next hint for the check named, or for the first check of a lesson, or a part of one, that
/// does not pass: the tasks are graded to find out which that is. Throws `usage_error` for a check
/// that is not there.
std::string hint_for_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                            int level, const text_style& style,
                            const std::function<void(const progress&)>& on_progress = {});

}  // namespace kw::grader
