#pragma once

#include <string>

#include "grader/model/result.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// How a score came to be: a line for each check with its sum, what did not pass, how to see it
/// again, then adjustments and lateness, down to the score.
std::string break_down(const report& report, const text_style& style);

}  // namespace kw::grader
