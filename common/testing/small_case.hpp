// A failing case whole, in numbers that one can check by hand.
#pragma once
#include <string>

#include "common/testing/value_pattern.hpp"

namespace kw::testing {

/// The inputs as the test made them, and what was got and wanted, row by row; empty if any of them
/// is larger than 8 x 8, or a vector longer than 16.
std::string small_case(const comparison& c, const mismatches& m);

/// Is such a case of use beside this pattern? It is not where the values are nearly right, or where
/// nothing was computed.
bool helps_to_compute(const std::string& pattern);

}  // namespace kw::testing
