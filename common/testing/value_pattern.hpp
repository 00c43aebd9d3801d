// What wrong values look like.
#pragma once
#include <string>

#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

/// One sentence: `Looks like rounding: ...` or `Looks like logic: ...`, with the pattern that the
/// wrong elements follow, where they follow one.
std::string explain_pattern(const comparison& c);

}  // namespace kw::testing
