#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// "1 test", "2 tests"
std::string counted(std::int64_t number, std::string_view noun);

/// Whether a line of a failure belongs to its map of which elements are wrong.
bool is_map_line(std::string_view line);

/// The first thing to read about a test that did not pass, within `max_lines` lines: its first
/// finding or its first paragraph, without a map of the wrong elements.
std::string shortest_message(const test_result& test, int max_lines);

/// What a learner reads about a test that did not pass, the same as `ctest` shows: the paragraph
/// with its first finding, else the first one.
std::string failure_text(const test_result& test);

/// A failing test's own text, without the findings that are shown apart from it.
std::string message_without_findings(const test_result& test);

/// Names in a row, of which only so many are named. Semicolons separate them if one of them has a
/// comma, such as "Doe, Jane".
std::string list_of_names(const std::vector<std::string>& names,
                          std::size_t most = std::string::npos);

/// What happened to one check, in words: "2 of 3 tests", "measured 1.4 times the solution's time".
std::string describe_outcome(const check_result& check);

/// Everything to say about a check that did not earn all its points, within a limit of bytes.
std::string describe_failures(const check_result& check, std::size_t limit);

}  // namespace kw::grader
