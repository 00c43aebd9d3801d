/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson13 {

/// Elements are at most 1 in magnitude, so `taps` products add up to at most taps, each sum rounds
/// by 2^-24 of that, and a 16-bit result once more.
template <class T>
constexpr kw::testing::tolerance limit(double taps) {
  return {taps * taps * 0x1p-24, sizeof(T) == 2 ? 0x1p-11 : 0.0,
          sizeof(T) == 2 ? "float32 sums of as many products as a filter has, and one rounding to "
                           "16 bits"
                         : "float32 sums of as many products as a filter has"};
}

}  // namespace lesson13
