/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson09 {

/// A GPU's exponential and the rounding of x - max contribute a few 2^-24 of the largest exponent,
/// about 20; the result is rounded to T once.
template <class T>
constexpr kw::testing::tolerance softmax_limit() {
  return sizeof(T) == 4
             ? kw::testing::tolerance{1e-7, 2e-5, "float32 exponentials of rounded exponents"}
             : kw::testing::tolerance{1e-7, 6e-4, "rounded once to float16, by up to 2^-11"};
}

}  // namespace lesson09
