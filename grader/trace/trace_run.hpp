#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/run/grade.hpp"
#include "grader/trace/trace.hpp"

namespace kw::grader {

/// A test's launches, and which test it was.
struct traced_test {
  const check* of = nullptr;
  std::string test;  ///< "MaskedAdd.OneThousand"
  std::vector<trace_launch> launches;
};

/// Runs one test of a check on the CPU, with every access recorded: the test that tells most about
/// what is wrong, or the check's first. Without an id it is the first check that does not pass, or
/// the first core check. Builds and grades the lesson first.
///
/// Throws `usage_error` for a check that is not there, for a kernel that does not compile, and
/// where nothing was recorded.
traced_test trace_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                         const std::function<void(const progress&)>& on_progress = {});

/// Writes the page of a trace below the build folder. \returns where
std::filesystem::path write_trace_page(const grader& grader, const lesson& lesson,
                                       const traced_test& traced,
                                       const std::filesystem::path& file = {});

/// Gives the first check to work on its picture: what the kernel touched in its most telling test.
/// Cost: one more run of that test. A lesson that did not run, or a test that touches nothing, has
/// none.
void add_picture(const grader& grader, lesson_result& result);

}  // namespace kw::grader
