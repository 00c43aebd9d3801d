/// \file
/// How the checked CPU run marks lanes that a mask switched off in a load without `other`.
///
/// Floats get a NaN whose payload survives arithmetic, so that the value can be recognised where it
/// is stored. Integers have no such value; their lanes hold zero, as on a GPU.
#pragma once
#include "kernelwright/core/tile.hpp"

namespace kw::cpu {

inline constexpr std::uint32_t kUndefinedFloat = 0x7fdda000u;
inline constexpr std::uint32_t kUndefinedFromBfloat16 = kUndefinedFloat & 0xffff0000u;
inline constexpr std::uint64_t kUndefinedDouble = 0x7ffbb40000000000ull;

template <class T>
KW_HD constexpr T undefined_value() {
  if constexpr (std::is_same_v<T, float>) {
    return __builtin_bit_cast(float, kUndefinedFloat);
  } else if constexpr (std::is_same_v<T, double>) {
    return __builtin_bit_cast(double, kUndefinedDouble);
  } else if constexpr (std::is_same_v<T, float16_t>) {
    return {0x7eed};  // its payload is the upper part of kUndefinedFloat's
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return {0x7fdd};
  } else {
    return T{};
  }
}

/// The sign is ignored: arithmetic may change it.
template <class T>
KW_HD constexpr bool is_undefined(T value) {
  if constexpr (std::is_same_v<T, float>) {
    // Not const: nvcc 13.0 would try to evaluate it while parsing, and stop with an internal error.
    std::uint32_t magnitude = __builtin_bit_cast(std::uint32_t, value) & 0x7fffffffu;
    // One branch-free expression, so that a scan of a tile vectorises.
    return (magnitude == kUndefinedFloat) | (magnitude == kUndefinedFromBfloat16);
  } else if constexpr (std::is_same_v<T, double>) {
    return (__builtin_bit_cast(std::uint64_t, value) & 0x7fffffff00000000ull) == kUndefinedDouble;
  } else if constexpr (std::is_same_v<T, float16_t>) {
    return (value.bits & 0x7fffu) == 0x7eedu;
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return (value.bits & 0x7fffu) == 0x7fddu;
  } else {
    return false;
  }
}

}  // namespace kw::cpu
