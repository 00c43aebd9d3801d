#pragma once

#include <string>

#include "grader/model/result.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// One lesson with its checks, a few lines.
std::string describe_lesson(const lesson_result& lesson, const text_style& style);

/// A lesson that was not begun, in one line.
std::string describe_to_do(const lesson_result& lesson, const text_style& style);

/// The score, what to do next and where the report is.
std::string describe_end(const report& report, const std::string& report_file,
                         const text_style& style);

/// A check in one line: its number, title and points, and on a wide screen what kind it is.
std::string describe_check_line(const check_result& check, const text_style& style,
                                std::size_t columns = 80);

/// The shortest useful thing to say about a task while it is being worked on.
std::string describe_verdict(const lesson_result& lesson, const check_result& check,
                             const text_style& style);

/// The same about the first check of a lesson that is open.
std::string describe_verdict(const lesson_result& lesson, const text_style& style);

}  // namespace kw::grader
