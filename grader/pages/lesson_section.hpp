#pragma once

#include "grader/model/result.hpp"
#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// What templates/lesson.html needs. \param in_focus  whether the learner should go on here: then
/// the first check to work on is open
values lesson_values(const lesson_result& lesson, bool in_focus);

}  // namespace kw::grader
