#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "grader/trace/trace_run.hpp"

namespace kw::grader {

/// Builds and grades a lesson, and traces a test of one of its checks as `trace_check` does, or
/// `test`. Throws `usage_error` as that does, and for a kernel that does not compile.
traced_test trace_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                         const std::function<void(const progress&)>& on_progress = {},
                         std::string_view test = {});

/// Writes the page of a trace below the build folder. \returns where
std::filesystem::path write_trace_page(const grader& grader, const lesson& lesson,
                                       const traced_test& traced,
                                       const std::filesystem::path& file = {});

/// Gives the first check to work on its picture, for the student's page.
void add_picture(const grader& grader, lesson_result& result);

}  // namespace kw::grader
