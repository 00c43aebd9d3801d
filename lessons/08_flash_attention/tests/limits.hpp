/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once
#include <type_traits>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson08 {

// A numerator is rounded to T: half a unit in its last place, of a mean of values. A score of
// magnitude s is off by about s 2^-22 in float32, and its exponential by the same relative error.
// The result is rounded once more, which is the relative part. Zeros, or rows that are not
// rescaled, are off by a thousand times as much.
template <class T>
kw::testing::tolerance limit(double largest_value, double largest_score) {
  constexpr double unit = std::is_same_v<T, kw::float16_t> ? 0x1p-11 : 0x1p-8;
  return {largest_value * (1.25 * unit + largest_score * 0x1p-21), unit,
          std::is_same_v<T, kw::float16_t>
              ? "numerators and result rounded to float16, float32 sums"
              : "numerators and result rounded to bfloat16, float32 sums"};
}

}  // namespace lesson08
