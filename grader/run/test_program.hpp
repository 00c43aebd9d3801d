#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/model/result.hpp"

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

/// What running a test program brought to light.
struct test_run {
  std::vector<test_result> tests;  ///< Every test the program has, in its own order.
  std::string message;             ///< A crash or a hang in words; empty when it ran to its end.
  std::string output;              ///< The program's output, kept when there is a message.
  double seconds = 0;
  bool stopped = false;  ///< `should_stop` said so; the rest means nothing.
};

/// The tests of a program; empty when it cannot even list them, and then `why` tells the reason.
std::vector<std::string> list_tests(const test_program& program, std::string* why);

/// Runs all tests. One that crashes or hangs is that test's result; the program is started again
/// for the tests after it, a few times at most, so that the others keep their points.
/// Throws `machine_error` when the program cannot be started at all.
test_run run_tests(const test_program& program);

}  // namespace kw::grader
