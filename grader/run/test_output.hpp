#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/process.hpp"
#include "common/judge/failure.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// How a program failed while its tests ran. For a learner's own program the grader itself sees how
/// it ended; for a worker the judge writes it down.
struct run_failure {
  std::string test;  ///< The test it happened in; may be empty.
  remote::failure_kind kind = remote::failure_kind::nonsense;
  int signal = 0;
  int exit_code = 0;
  std::string function;  ///< The function that was called; empty for a learner's own program.
  std::string output;    ///< What it had printed in that test.
};

/// How a learner's own program failed that did not come to its end.
run_failure failure_of(const base::process_outcome& outcome);

/// Makes a failure the result of the test it happened in. \param message what to tell the student
void blame(test_result& test, const run_failure& failure, std::string message);

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
