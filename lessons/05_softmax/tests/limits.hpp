/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once
#include <type_traits>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson05 {

/// A GPU's exponential and the rounding of x - max give a few 2^-24 of the largest exponent, about
/// 20; the result is rounded to T once. Zeros fail: the largest of n results is at least 1 / n.
template <class T>
constexpr kw::testing::tolerance limit() {
  if constexpr (sizeof(T) == 4) {
    return {1e-7, 2e-5, "float32 exponentials, of exponents rounded by up to 2^-24 of their size"};
  } else if constexpr (std::is_same_v<T, kw::float16_t>) {
    return {1e-7, 6e-4, "computed in float32, rounded once to float16, by up to 2^-11"};
  } else {
    return {1e-7, 5e-3, "computed in float32, rounded once to bfloat16, by up to 2^-8"};
  }
}

}  // namespace lesson05
