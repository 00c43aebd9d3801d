// What all wrong values of a comparison have in common: a factor, a difference, a function of what
// they should be, or the places where they belong.
#pragma once
#include <string>
#include <vector>

#include "common/testing/asking.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

/// A size of an argument, or a number that was passed: 4, `the number of rows of x`.
struct named_number {
  double value;
  std::string text;
};

/// "  Every element is 0.25 times what it should be, which is 1 / the number of rows of `x`.";
/// empty if there is nothing of this kind. Cost: it sorts the elements.
std::string value_pattern(const comparison& c, const mismatches& m,
                          const std::vector<named_number>& numbers);

}  // namespace kw::testing
