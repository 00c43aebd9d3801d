// What wrong values look like.
#pragma once
#include <string>

#include <vector>

#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

struct mismatches {
  static constexpr std::size_t kSample = 20000;
  std::int64_t count = 0, first = -1, worst = -1;
  std::vector<char> wrong;           // for each element, 0 or 1: bits are slow to look at
  std::vector<std::int64_t> sample;  // the first wrong ones
};

/// One sentence: `This looks like a rounding error: ...` or `This looks like a logic error: ...`,
/// with the pattern that the wrong elements follow, if they follow one.
std::string explain_pattern(const comparison& c, const mismatches& m);

/// Returned when nothing was stored to an output that the test had filled.
inline constexpr const char* kStillAsBefore =
    "This looks like a logic error: nothing was stored to the wrong elements. They still hold what "
    "the test put there before the launch. Is a tl.store missing?";

/// What it returns if no pattern fits.
inline constexpr const char* kNoPattern =
    "This looks like a logic error: the values are too far off for rounding.";

}  // namespace kw::testing
