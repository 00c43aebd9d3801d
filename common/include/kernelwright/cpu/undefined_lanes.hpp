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

/// NaN or an infinity.
template <class T>
KW_HD constexpr bool is_not_finite(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return (__builtin_bit_cast(std::uint32_t, value) & 0x7f800000u) == 0x7f800000u;
  } else if constexpr (std::is_same_v<T, double>) {
    return (__builtin_bit_cast(std::uint64_t, value) & 0x7ff0000000000000ull) ==
           0x7ff0000000000000ull;
  } else if constexpr (core::stored_float_type<T>) {
    return (value.bits & core::stored_float<T>::kNotFinite) == core::stored_float<T>::kNotFinite;
  } else {
    return false;
  }
}

/// Is what a store to elements of type T leaves there NaN or an infinity?
template <class T, class V>
KW_HD constexpr bool is_stored_not_finite(V value) {
  if constexpr (std::is_same_v<T, float16_t> && std::is_floating_point_v<V>) {
    return is_not_finite(value) | !(value > V(-65520) && value < V(65520));  // rounds to infinity
  } else if constexpr (core::float8_type<T> && !core::float8_type<V> && core::floating_type<V>) {
    const auto wide = core::convert<core::compute_t<V>>(value);
    return wide != wide;  // an infinity becomes the largest number
  } else {
    return is_not_finite(value);
  }
}

/// Would a store to elements of type T leave a NaN or an infinity anywhere?
template <class T, class Lanes>
KW_LANE_LOOP bool any_not_finite(Lanes values, int count) {
  std::uint32_t any = 0;
  for (int k = 0; k < count; ++k) {
    any |= static_cast<std::uint32_t>(is_stored_not_finite<T>(values[k]));
  }
  return any != 0;
}

/// Tells the checker about the first lane of a stored tile with a NaN or an infinity.
/// \tparam T  of the elements in memory \param tile  has `active`, `value` and `offset` of lane
/// (i, j). No lambdas: the compiler would not inline them here, since they are instrumented and
/// this is not.
template <class T, class Tile>
KW_HD_OUTLINED void record_not_finite(runtime::program& program, const T* base, const Tile& tile,
                                      int rows, int cols, source_place at) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (is_stored_not_finite<T>(tile.value(i, j)) && tile.active(i, j)) {
        runtime::not_finite_stored(program, at, base, sizeof(T), tile.offset(i, j));
        return;
      }
    }
  }
}

}  // namespace kw::cpu
