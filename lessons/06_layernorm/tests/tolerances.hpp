/// \file
/// How far results of lesson 06 may be from the oracle. Several tasks share these.
#pragma once

#include <type_traits>

#include <kernelwright/testing/inputs.hpp>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson06 {

inline constexpr float kEps = 1e-5f;

inline constexpr kw::testing::tolerance kStatistics{2e-6, 1e-5,
                                                    "sums of float32: a few roundings of 2^-24"};
inline constexpr kw::testing::tolerance kFarAway{
    4e-3, 1e-3, "near 10,000 the mean itself rounds by up to 2^-11"};

/// Mean 10,000, deviation 1.
inline constexpr kw::testing::input_range kTenThousand{10000 - 1.7, 10000 + 1.7};

/// For results of type T. They are of size 1, so zeros fail.
template <class T>
constexpr kw::testing::tolerance limit() {
  if constexpr (sizeof(T) == 4) {
    return {1e-5, 1e-5, "float32 statistics: a few roundings of 2^-24 of values up to 10"};
  } else if constexpr (std::is_same_v<T, kw::float16_t>) {
    return {2e-5, 6e-4, "computed in float32, rounded once to float16, by up to 2^-11"};
  } else {
    return {2e-5, 5e-3, "computed in float32, rounded once to bfloat16, by up to 2^-8"};
  }
}

}  // namespace lesson06
