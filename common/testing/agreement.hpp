// Which known mistake gives the wrong values of a comparison.
#pragma once
#include <string>
#include <vector>

#include "common/testing/asking.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

/// The elements of a comparison that are wrong.
struct mismatches {
  static constexpr std::size_t kSample = 20000;
  std::int64_t count = 0, first = -1, worst = -1;
  std::vector<char> wrong;           // for each element, 0 or 1: bits are slow to look at
  std::vector<std::int64_t> sample;  // the first wrong ones
};

mismatches find_mismatches(const comparison& c);

/// "Your values are what you get by ... (all 4,096 agree)."; empty if no mistake explains them.
std::string explain_by_mistakes(const comparison& c, const mismatches& m,
                                const std::vector<known_mistake>& known);

/// Can a mistake agree with the wrong values? Not if they only say that everything is 0 or NaN.
bool can_tell_mistakes(const comparison& c, const mismatches& m);

}  // namespace kw::testing
