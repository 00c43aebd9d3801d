#pragma once

#include <string_view>

namespace kw::grader {

/// Whether a GoogleTest filter selects a test, with GoogleTest's own rules: patterns separated by
/// ':', `*` and `?` as wildcards, and everything after the first '-' excluded.
///
/// Example: `matches_filter("Mask.*-Mask.Huge", "Mask.Ragged")` is true.
bool matches_filter(std::string_view filter, std::string_view test_name);

}  // namespace kw::grader
