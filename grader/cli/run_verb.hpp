#pragma once

#include <functional>

namespace kw::grader {

/// Runs what a verb of the program does, and says on the standard error what went wrong, if
/// anything did. \returns the program's exit code
int run_verb(const std::function<int()>& verb);

}  // namespace kw::grader
