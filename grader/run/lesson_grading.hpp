#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Grades one lesson on every device of `owner`: `grader::grade_lesson` in full.
lesson_result run_lesson_grading(const grader& owner, const lesson& lesson,
                                 const std::function<void(const progress&)>& on_progress,
                                 const std::function<bool()>& should_stop, bool* stopped);

/// The last "[3/12]" in a piece of the build tool's output, without the brackets; or nothing.
std::string last_step(std::string_view piece);

}  // namespace kw::grader
