// What the tests of elective 14 have in common.
#pragma once
#include "dropout.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "dropout_reference.hpp"
#include "limits.hpp"

namespace lesson14 {

using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::tolerance;

constexpr int kBlockSize = 1024;
constexpr tolerance kExact{0.0, 0.0, "the bits of a random number leave nothing to round"};

/// Elements that differ in size and sign and are never 0: a dropped one is visible.
inline std::vector<float> input(std::int64_t n, int seed = 1) {
  std::vector<float> values = make_input<float>(n, seed, {0.5, 2.0});
  for (std::size_t i = 1; i < values.size(); i += 2) {
    values[i] = -values[i];
  }
  return values;
}

inline std::string what(std::int64_t n, float p, int seed) {
  return "n = " + std::to_string(n) + ", p = " + std::to_string(p) +
         ", seed = " + std::to_string(seed);
}

/// How far the number of successes in n trials of probability q may be from n * q: five standard
/// deviations, which chance exceeds once in 1.7 million cases.
inline double five_sigma(double n, double q) {
  return 5 * std::sqrt(n * q * (1 - q));
}

}  // namespace lesson14
