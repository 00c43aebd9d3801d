#pragma once

#include <string_view>
#include <vector>

#include "grader/trace/trace.hpp"

namespace kw::grader {

/// Moves the launches that a task is about to the front, and marks the others. They are those of
/// the kernels that its file declares or, if none of them was launched, those that its file
/// launches. Without either, all stay as they are. \param source the file's text
void begin_with_own(std::vector<trace_launch>& launches, std::string_view file,
                    std::string_view source);

}  // namespace kw::grader
