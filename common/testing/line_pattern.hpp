// Are all the wrong values of each row, or of each column, off by the same factor or term?
#pragma once
#include <string>

#include "common/testing/value_pattern.hpp"

namespace kw::testing {

/// A factor or a term that fits got to want, and how well it is known.
struct fit {
  double value = 0;
  bool good = false;
};

/// The factor f for which got = f * want at all of `elements`, unless it is 1 or 0.
fit common_factor(const comparison& c, const std::vector<std::int64_t>& elements);
/// The term d for which got = want + d at all of `elements`, unless it is 0.
fit common_term(const comparison& c, const std::vector<std::int64_t>& elements);

/// A sentence about rows or columns that are off by a factor or a term each; empty if none are.
std::string explain_lines(const comparison& c, const mismatches& m);

}  // namespace kw::testing
