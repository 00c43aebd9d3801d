#pragma once

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

/// Findings from JSON lines as `$KW_FINDINGS_FILE` has them. Lines that are not JSON are skipped.
std::vector<finding> parse_findings(std::string_view text);

}  // namespace kw::grader
