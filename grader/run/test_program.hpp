#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/run/test_output.hpp"

namespace kw::grader {

/// A test program and how to run it.
struct test_program {
  std::filesystem::path program;
  std::filesystem::path working_folder;
  std::filesystem::path scratch;  ///< A folder for the files it writes.
  std::string device = "cpu";
  double timeout_seconds = 60;  ///< For one run of the program.
  std::function<bool()> should_stop;
};

/// The tests of a program; empty when it cannot even list them, and then `why` tells the reason.
std::vector<std::string> list_tests(const test_program& program, std::string* why);

/// Runs all tests. One that crashes or hangs is that test's result; the program is started again
/// for the tests after it, a few times at most, so that the others keep their points.
/// Throws `machine_error` when the program cannot be started at all.
test_run run_tests(const test_program& program);

}  // namespace kw::grader
