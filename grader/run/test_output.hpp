#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// The tests a GoogleTest program has, from its `--gtest_list_tests` output. Disabled tests, which
/// GoogleTest does not run, are left out.
std::vector<std::string> parse_test_list(std::string_view text);

/// Results from `--gtest_output=json:` text; empty when it is not such a file. Never throws.
std::vector<test_result> parse_results_json(std::string_view text);

/// What can still be told from the console output of a program that died before it wrote its file.
struct console_results {
  std::vector<test_result> tests;  ///< Those that ended.
  std::string running;             ///< The test that had begun and not ended; may be empty.
  std::string running_output;      ///< What was printed in it.
};

/// Reads GoogleTest's console output.
console_results parse_console(std::string_view text);

/// A finding with the test that made it.
struct finding_of_test {
  std::string test;  ///< "Suite.Name"
  finding found;
};

/// Findings from JSON lines as `$KW_FINDINGS_FILE` has them. Lines that are not JSON are skipped.
std::vector<finding_of_test> parse_findings(std::string_view text);

/// The test of this name; null when there is none.
test_result* find_test(std::vector<test_result>& tests, std::string_view name);

/// Adds the findings of such a text to the tests that made them.
void attach_findings(std::vector<test_result>& tests, std::string_view text);

/// What running a lesson's tests brought to light.
struct test_run {
  std::vector<test_result> tests;  ///< Every test the program has, in its own order.
  std::string message;             ///< A crash or a hang in words; empty when it ran to its end.
  std::string output;              ///< The program's output, kept when there is a message.
  double seconds = 0;
  bool stopped = false;  ///< The user stopped it; the rest means nothing.
};

/// The files that a test program writes for the grader.
struct test_files {
  /// Names them in a folder, and removes those of an earlier run.
  explicit test_files(const std::filesystem::path& folder);

  std::filesystem::path results;   ///< GoogleTest's JSON.
  std::filesystem::path findings;  ///< What the checker found out: a JSON line each.
  std::filesystem::path events;    ///< How calls of a worker failed: a JSON line each.
};

}  // namespace kw::grader
