#pragma once

#include <string>

#include "grader/model/result.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// One lesson with its checks, a few lines.
std::string describe_lesson(const lesson_result& lesson, const text_style& style);

/// The score, what to do next and where the report is.
std::string describe_end(const report& report, const std::string& report_file,
                         const text_style& style);

/// The shortest useful thing to say about a lesson while it is being worked on.
std::string describe_verdict(const lesson_result& lesson, const text_style& style);

}  // namespace kw::grader
