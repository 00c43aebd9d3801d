#pragma once

#include <optional>
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
/// what is wrong, or, if all pass, the check's first test or one that shows more. Without an id it
/// is the first check that does not pass, or the first core check. `result` is what grading the
/// lesson gave. `test` names another of its tests.
///
/// Throws `usage_error` for a test that is not there, a check that is not built, and where nothing
/// was recorded.
traced_test trace_check(const grader& grader, const lesson& lesson, const lesson_result& result,
                        std::string_view check_id, std::string_view test = {});

/// The launch that shows what is wrong with the first check to work on. Cost: one more run of its
/// most telling test. A task that did not run, and a test that never ends or touches nothing, have
/// none.
std::optional<trace_launch> trace_open_check(const grader& grader, const lesson_result& result);

/// Moves the launches that a task is about to the front, and marks the others. They are those of
/// the kernels that its file declares or, if none of them was launched, those that its file
/// launches. Without either, all stay as they are. \param source the file's text
void begin_with_own(std::vector<trace_launch>& launches, std::string_view file,
                    std::string_view source);

}  // namespace kw::grader
