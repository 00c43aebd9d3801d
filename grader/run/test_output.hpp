#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/run/run_failure.hpp"

namespace kw::grader {

/// What a test program has written down: see common/testing/results.hpp.
struct test_record {
  std::vector<std::string> names;   ///< Tests that were to run, in this order.
  std::vector<test_result> ended;   ///< Those that ended.
  std::vector<run_failure> failed;  ///< How calls of a worker failed.
  std::vector<std::pair<std::string, finding>> findings;  ///< With the test that made each.

  /// The first test that has not ended; empty when all have.
  std::string unfinished() const;
};

/// Reads such a file. Lines that are none of its kind are skipped. Never throws.
test_record parse_record(std::string_view text);

/// What was printed since a test began; nothing where it has not.
std::optional<std::string> output_since(std::string_view output, const std::string& test);

/// The test of this name; null when there is none.
test_result* find_test(std::vector<test_result>& tests, std::string_view name);

/// Adds findings to the tests that made them.
void attach_findings(std::vector<test_result>& tests, const test_record& record);

/// What running a lesson's tests brought to light.
struct test_run {
  std::vector<test_result> tests;  ///< Every test the program has, in its own order.
  std::string message;             ///< A crash or a hang in words; empty when it ran to its end.
  std::string output;              ///< The program's output, kept when there is a message.
  double seconds = 0;
  bool stopped = false;  ///< The user stopped it; the rest means nothing.
};

/// The file of results in a folder, without that of an earlier run.
std::filesystem::path fresh_results(const std::filesystem::path& folder);

}  // namespace kw::grader
