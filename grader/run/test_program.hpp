#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/base/test_limits.hpp"
#include "grader/run/test_output.hpp"

namespace kw::grader {

/// A test program and how to run it.
struct test_program {
  std::filesystem::path program;
  std::vector<std::string> arguments = {};  ///< Before those that this module gives it.
  std::filesystem::path working_folder;
  std::filesystem::path scratch;  ///< A folder for the files it writes.
  std::string device = "cpu";
  double test_seconds = base::kTestSeconds;  ///< That one test may compute.
  bool look_for_changes = true;              ///< As in `grade_options`.
  /// Sees now and then which test is running, and for how long. May be empty.
  std::function<void(const std::string& test, double seconds)> on_running;
  std::function<bool()> should_stop;
};

/// Runs all tests. A crash costs only the test it happened in: the program is started again for the
/// tests after it, a few times at most, so they keep their points. After a test that hangs, no
/// other is run, because they call the same kernel and a learner would wait for each.
/// Throws `machine_error` when the program cannot be started at all.
test_run run_tests(const test_program& program);

}  // namespace kw::grader
