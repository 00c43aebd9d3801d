#pragma once

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Gives each check that did not pass the hints for its first finding, where the check, its lesson
/// or the course has some; the others keep the hints for their task.
void choose_hints(const course& course, const lesson& lesson, lesson_result& result);

}  // namespace kw::grader
