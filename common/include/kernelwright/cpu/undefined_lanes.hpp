/// \file
/// How the checked CPU run marks lanes that a mask switched off in a load without `other`.
///
/// Floats get a NaN whose payload survives arithmetic, so it can be recognised where the value is
/// stored. Integers have no such value, and float8 has no NaN to spare; their lanes hold zero, as
/// on a GPU. A maximum or a comparison swallows a NaN; such uses show when the program is run again
/// with other values.
#pragma once
#include "kernelwright/core/tile.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

inline constexpr std::uint32_t kUndefinedFloat = 0x7fdda000u;
inline constexpr std::uint32_t kUndefinedFromBfloat16 = kUndefinedFloat & 0xffff0000u;
inline constexpr std::uint64_t kUndefinedDouble = 0x7ffbb40000000000ull;

template <class T>
KW_HD constexpr T marked_undefined() {
  if constexpr (std::is_same_v<T, float>) {
    return __builtin_bit_cast(float, kUndefinedFloat);
  } else if constexpr (std::is_same_v<T, double>) {
    return __builtin_bit_cast(double, kUndefinedDouble);
  } else if constexpr (core::float16_type<T>) {
    return {core::stored_float<T>::kMarked};
  } else {
    return T{};
  }
}

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
  if (with == runtime::filling::marked) {
    return marked_undefined<T>();
  }
  if (with == runtime::filling::zero) {
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

/// The sign is ignored: arithmetic may change it.
template <class T>
KW_HD constexpr bool is_undefined(T value) {
  if constexpr (std::is_same_v<T, float>) {
    // Not const: nvcc 13.0 would try to evaluate it while parsing, and stop with an internal error.
    std::uint32_t magnitude = __builtin_bit_cast(std::uint32_t, value) & 0x7fffffffu;
    // One branch-free expression, so a scan of a tile vectorises.
    return (magnitude == kUndefinedFloat) | (magnitude == kUndefinedFromBfloat16);
  } else if constexpr (std::is_same_v<T, double>) {
    return (__builtin_bit_cast(std::uint64_t, value) & 0x7fffffff00000000ull) == kUndefinedDouble;
  } else if constexpr (core::float16_type<T>) {
    return (value.bits & 0x7fffu) == core::stored_float<T>::kMarked;
  } else {
    return false;
  }
}

/// NaN or an infinity. A lane without a value is one.
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

/// Tells the checker about the lanes of a stored tile that hold nothing, else about the first one
/// with a NaN or an infinity. \tparam T  of the elements in memory \param tile  has `active`,
/// `value` and `offset` of lane (i, j). No lambdas: the compiler would not inline them here, since
/// they are instrumented and this is not.
template <class T, class Tile>
KW_HD_OUTLINED void record_values(runtime::program& program, const T* base, const Tile& tile,
                                  int rows, int cols, bool undefined_too, source_place at) {
  int first = -1, last = -1, first_not_finite = -1;
  int count = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (!is_stored_not_finite<T>(tile.value(i, j)) || !tile.active(i, j)) {
        continue;
      }
      const int lane = i * cols + j;
      if (is_undefined(tile.value(i, j))) {
        first = first < 0 ? lane : first;
        last = lane;
        ++count;
      } else if (first_not_finite < 0) {
        first_not_finite = lane;
      }
    }
  }
  if (count > 0 && undefined_too) {
    const runtime::undefined_store store{base,
                                         sizeof(T),
                                         tile.offset(first / cols, first % cols),
                                         tile.offset(last / cols, last % cols),
                                         first,
                                         count,
                                         rows * cols};
    runtime::undefined_lanes_stored(program, at, store);
  } else if (first_not_finite >= 0) {
    runtime::not_finite_stored(program, at, base, sizeof(T),
                               tile.offset(first_not_finite / cols, first_not_finite % cols));
  }
}

}  // namespace kw::cpu
