/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once
#include <cmath>
#include <cstdint>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson12 {

/// How far a float32 sum of k products is off, for products that add up to `size` if all are made
/// positive: as in lesson 07, 8 sqrt(k) roundings by 2^-24.
inline double rounding_of_sum(std::int64_t k, double size) {
  return 8 * std::sqrt(static_cast<double>(k) + 1) * 0x1p-24 * size;
}

/// The slope of GELU is at most 1.13, so it makes errors hardly larger.
inline constexpr double kSlope = 1.13;

/// Of a whole layer. The product is a float32 sum of k terms, which is multiplied by rstd. The
/// variance is the difference of two such sums, the larger of which is mean^2 + variance.
/// \param size  the largest of rstd times the sum of |x w|, times 2 + (mean rstd)^2
inline kw::testing::tolerance layer_limit(std::int64_t k, double size) {
  return {kSlope * rounding_of_sum(k, size) + 0x1p-18, 0x1p-11,
          "float32 sums of k products, of k elements and of their squares, and one rounding to "
          "float16"};
}

}  // namespace lesson12
