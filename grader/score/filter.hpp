#pragma once

#include <string>
#include <string_view>

namespace kw::grader {

/// Whether a GoogleTest filter selects a test, with GoogleTest's own rules: patterns separated by
/// ':', `*` and `?` as wildcards, and everything after the first '-' excluded.
///
/// Example: `matches_filter("Mask.*-Mask.Huge", "Mask.Ragged")` is true.
bool matches_filter(std::string_view filter, std::string_view test_name);

/// The filter that selects this test as well. \param filter empty where it selects nothing
std::string with_test(const std::string& filter, const std::string& test_name);

}  // namespace kw::grader
