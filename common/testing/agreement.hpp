// Which known mistake gives the wrong values of a comparison.
#pragma once
#include <string>
#include <vector>

#include "common/testing/value_pattern.hpp"
#include "common/testing/wrong_kernels.hpp"

namespace kw::testing {

/// "Your values are what you get by ... (all 4,096 agree)."; empty if no mistake explains them.
std::string explain_by_mistakes(const comparison& c, const mismatches& m,
                                const std::vector<known_mistake>& known);

/// Can a mistake agree with the wrong values? Not if they only say that everything is 0 or NaN.
bool can_tell_mistakes(const comparison& c, const mismatches& m);

}  // namespace kw::testing
