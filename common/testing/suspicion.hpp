// Which likely mistake explains wrong values.
#pragma once
#include <string>

#include "common/testing/value_pattern.hpp"

namespace kw::testing {

/// "Your values are what you get by ... (all 4,096 agree)."; empty if no suspect explains them.
std::string explain_by_suspects(const comparison& c, const mismatches& m);

/// 4096 as `4,096`.
std::string grouped(std::int64_t number);

}  // namespace kw::testing
