/// \file
/// What lanes hold in a checked CPU run that a mask switched off in a load without `other`.
///
/// Floats get a NaN with bits that no arithmetic makes, and integers and float8, which has no NaN
/// to spare, zero, as on a GPU. Whether such a lane reaches a result shows when the program is run
/// again with other values.
#pragma once
#include "kernelwright/core/tile.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

/// Larger than what a kernel works on. Of integers the largest: small types have few numbers.
template <class T>
KW_HD constexpr T large_value() {
  if constexpr (std::is_same_v<T, bool>) {
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    constexpr std::uint64_t ones = ~std::uint64_t{0} >> (64 - 8 * static_cast<int>(sizeof(T)));
    return static_cast<T>(std::is_signed_v<T> ? ones >> 1 : ones);
  } else if constexpr (std::is_same_v<T, float16_t>) {
    return core::convert<T>(16384.0f);
  } else {
    return core::convert<T>(1e30f);
  }
}

template <class T>
KW_HD constexpr T undefined_value(runtime::filling with) {
  if constexpr (core::floating_type<T> && !core::float8_type<T>) {
    if (with == runtime::filling::marked) {
      return core::convert<T>(__builtin_bit_cast(float, 0x7fdda000u));
    }
  }
  if (with == runtime::filling::marked || with == runtime::filling::zero) {
    return T{};
  }
  const T large = large_value<T>();
  if constexpr (std::is_same_v<T, bool>) {
    return with == runtime::filling::large;
  } else if constexpr (std::is_integral_v<T>) {
    return with == runtime::filling::large ? large : static_cast<T>(~large);
  } else {
    return with == runtime::filling::large ? large : core::convert<T>(-core::convert<float>(large));
  }
}

}  // namespace kw::cpu
