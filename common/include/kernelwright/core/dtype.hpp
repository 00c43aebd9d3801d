/// \file
/// Element types: their tags, conversions between them, and what two of them promote to.
#pragma once
#include <cstdint>
#include <type_traits>

#include "kernelwright/compiler/float16.hpp"

namespace kw {

/// Names an element type as a value: `x.to(float32)`, `tl.zeros(size<64>, float16)`.
template <class T>
struct dtype {
  using type = T;
};
inline constexpr dtype<float16_t> float16{};
inline constexpr dtype<bfloat16_t> bfloat16{};
inline constexpr dtype<float> float32{};
inline constexpr dtype<double> float64{};
inline constexpr dtype<bool> int1{};
inline constexpr dtype<std::int8_t> int8{};
inline constexpr dtype<std::int16_t> int16{};
inline constexpr dtype<std::int32_t> int32{};
inline constexpr dtype<std::int64_t> int64{};
inline constexpr dtype<std::uint8_t> uint8{};
inline constexpr dtype<std::uint16_t> uint16{};
inline constexpr dtype<std::uint32_t> uint32{};
inline constexpr dtype<std::uint64_t> uint64{};

namespace core {
struct bitcast_type {};
}  // namespace core
/// Keeps the bits in a conversion, and not the value: `x.to(int32, bitcast)`.
inline constexpr core::bitcast_type bitcast{};

/// Positive infinity, for `other=-inf` and for starting values. Converts to every float type.
inline constexpr float inf = __builtin_inff();

/// Ceiling division of non-negative integers: how many blocks of `b` cover `a` elements.
template <class A, class B>
KW_HD constexpr auto cdiv(A a, B b) {
  return (a + b - 1) / b;
}

namespace core {

template <class T>
concept float16_type = std::is_same_v<T, float16_t> || std::is_same_v<T, bfloat16_t>;
template <class T>
concept floating_type = float16_type<T> || std::is_floating_point_v<T>;
template <class T>
concept scalar = std::is_arithmetic_v<T> || float16_type<T>;

/// Always false, but only once a template is instantiated: for static_assert in a branch.
template <class...>
inline constexpr bool never = false;

template <class To, class From>
KW_HD constexpr To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (float16_type<From>) {
    return convert<To>(to_float(value));
  } else if constexpr (std::is_same_v<To, float16_t>) {
    return to_float16(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bfloat16_t>) {
    return to_bfloat16(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

/// The conversion to an element type, as a function of a value.
template <class To>
struct convert_to {
  template <class From>
  KW_HD constexpr To operator()(From value) const {
    return convert<To>(value);
  }
};
/// The same bits as another element type.
template <class To>
struct bits_as {
  template <class From>
  KW_HD constexpr auto operator()(From value) const {
    static_assert(sizeof(To) == sizeof(From) && !std::is_same_v<To, bool>,
                  "kernelwright: bitcast takes the bits as they are, so both types have the same "
                  "width, such as float32 and int32, and a mask is not one of them.");
    if constexpr (sizeof(To) == sizeof(From)) {
      return __builtin_bit_cast(To, value);
    } else {
      return To{};
    }
  }
};

/// The type in which arithmetic on T is done: the 16-bit floats compute in float32.
template <class T>
using compute_t = std::conditional_t<float16_type<T>, float, T>;

template <class T>
constexpr int promotion_rank() {
  if constexpr (std::is_same_v<T, bool>) {
    return 0;
  } else if constexpr (std::is_integral_v<T>) {
    return 2 * static_cast<int>(sizeof(T)) + (std::is_unsigned_v<T> ? 1 : 0);
  } else if constexpr (float16_type<T>) {
    return 18;
  } else {
    return sizeof(T) == 4 ? 19 : 20;
  }
}

/// What two tiles, or two scalars, of types A and B combine to: the wider; of integers of one
/// width the unsigned one; float over integer; float32 for float16 with bfloat16, since neither
/// holds the other.
template <class A, class B>
struct promote {
  using wider = std::conditional_t<(promotion_rank<A>() >= promotion_rank<B>()), A, B>;
  static constexpr bool mixed16 = float16_type<A> && float16_type<B> && !std::is_same_v<A, B>;
  using type = std::conditional_t<mixed16, float, wider>;
};

/// What a tile of A and a scalar of type S combine to. As in Triton a scalar is weakly typed: it
/// takes the tile's type unless it is of a higher kind (a float against integers).
template <class A, class S>
struct promote_with_scalar {
  using type =
      std::conditional_t<(floating_type<A> || (!floating_type<S> && !std::is_same_v<A, bool>)), A,
                         S>;
};

/// The type for index arithmetic between two integer types; never unsigned, so that an offset
/// below zero stays below zero.
template <class A, class B>
using index_common_t =
    std::conditional_t<(sizeof(A) > 4 || sizeof(B) > 4 || std::is_same_v<A, std::uint32_t> ||
                        std::is_same_v<B, std::uint32_t>),
                       std::int64_t, std::int32_t>;

}  // namespace core
}  // namespace kw
