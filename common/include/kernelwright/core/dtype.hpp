/// \file
/// Element types: their tags, conversions between them, and what two of them promote to.
#pragma once
#include <cstdint>
#include <type_traits>

#include "kernelwright/compiler/float16.hpp"
#include "kernelwright/compiler/float8.hpp"

namespace kw {

/// Names an element type as a value: `x.to(float32)`, `tl.zeros(size<64>, float16)`.
template <class T>
struct dtype {
  using type = T;
};
inline constexpr dtype<float16_t> float16{};
inline constexpr dtype<bfloat16_t> bfloat16{};
inline constexpr dtype<float8_e4m3_t> float8e4nv{};
inline constexpr dtype<float8_e5m2_t> float8e5{};
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
/// Keeps the bits in a conversion instead of the value: `x.to(int32, bitcast)`.
inline constexpr core::bitcast_type bitcast{};

/// Positive infinity, for `other=-inf` and for starting values. Converts to every float type.
inline constexpr float inf = __builtin_inff();

/// Ceiling division of non-negative integers: how many blocks of `b` cover `a` elements.
template <class A, class B>
KW_HD constexpr auto cdiv(A a, B b) {
  // Not (a + b - 1) / b, because a + b - 1 can be too large.
  if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
    return static_cast<decltype(a / b)>(a / b + (a % b > 0 ? 1 : 0));
  } else {
    return a / b + (a % b + (b - 1)) / b;
  }
}

namespace core {

template <class T>
concept float16_type = std::is_same_v<T, float16_t> || std::is_same_v<T, bfloat16_t>;
template <class T>
concept float8_type = std::is_same_v<T, float8_e4m3_t> || std::is_same_v<T, float8_e5m2_t>;
/// A float type for storage only: arithmetic on it is in float32. It has `bits` and a stored_float.
template <class T>
concept stored_float_type = float16_type<T> || float8_type<T>;
template <class T>
concept floating_type = stored_float_type<T> || std::is_floating_point_v<T>;
template <class T>
concept scalar = std::is_arithmetic_v<T> || stored_float_type<T>;

/// Always false, but only once a template is instantiated: for static_assert in a branch.
template <class...>
inline constexpr bool never = false;

/// \brief What the library knows about a float type for storage only.
///
/// - name: as the tag is spelled
/// - widened(value): exact, in float32; rounded(number): from any number type, rounded once
template <class T>
struct stored_float;

/// A number as a float32 that can be rounded once more, for types without numbers above 2^24:
/// integers that float32 does not have are out of their range anyway.
template <class V>
KW_HD constexpr float in_small_range(V value) {
  if constexpr (std::is_integral_v<V>) {
    return static_cast<float>(value);
  } else {
    return to_be_rounded(value);
  }
}
#define KW_STORED_FLOAT(Type, its_name, rounding)                      \
  template <>                                                          \
  struct stored_float<Type> {                                          \
    static constexpr const char* name = its_name;                      \
    static KW_HD float widened(Type value) { return to_float(value); } \
    template <class V>                                                 \
    static KW_HD Type rounded(V value) {                               \
      return rounding;                                                 \
    }                                                                  \
  };

KW_STORED_FLOAT(float16_t, "float16", to_float16(in_small_range(value)))
KW_STORED_FLOAT(bfloat16_t, "bfloat16", to_bfloat16(to_be_rounded(value)))
KW_STORED_FLOAT(float8_e4m3_t, "float8e4nv", to_float8_e4m3(in_small_range(value)))
KW_STORED_FLOAT(float8_e5m2_t, "float8e5", to_float8_e5m2(in_small_range(value)))
#undef KW_STORED_FLOAT

/// A float as an integer: rounded towards zero, and the nearest integer that the type has where it
/// is out of range; 0 for NaN. So both backends give what a GPU's own conversion gives, and C++
/// promises nothing.
template <class To, class From>
KW_HD constexpr To to_integer(From value) {
  constexpr bool is_signed = std::is_signed_v<To>;
  constexpr int bits = static_cast<int>(sizeof(To)) * 8 - (is_signed ? 1 : 0);
  constexpr To most = static_cast<To>(~0ull >> (64 - bits));
  constexpr From above = 2 * static_cast<From>(1ull << (bits - 1));  // a power of two, so exact
  constexpr From lowest = is_signed ? -above : From{0};
  const From inside = value < above ? (value > lowest ? value : lowest) : From{0};
  return value >= above ? most : static_cast<To>(inside);
}

template <class To, class From>
KW_HD constexpr To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (stored_float_type<From>) {
    return convert<To>(stored_float<From>::widened(value));
  } else if constexpr (stored_float_type<To>) {
    return stored_float<To>::rounded(value);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> &&
                       !std::is_same_v<To, bool>) {
    return to_integer<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace core

/// \cond  Doxygen finds no declaration that fits such a definition.
#define KW_ASSIGNED_NUMBER(Type)                                                    \
  template <class Number>                                                           \
  requires std::is_arithmetic_v<Number> KW_HD Type& Type::operator=(Number value) { \
    return *this = core::convert<Type>(value);                                      \
  }
KW_ASSIGNED_NUMBER(float16_t)
KW_ASSIGNED_NUMBER(bfloat16_t)
KW_ASSIGNED_NUMBER(float8_e4m3_t)
KW_ASSIGNED_NUMBER(float8_e5m2_t)
#undef KW_ASSIGNED_NUMBER
/// \endcond
#define KW_CHANGED_BY_NUMBER(op)                            \
  template <core::stored_float_type T, core::scalar Number> \
  KW_HD T& operator op##=(T& variable, Number value) {      \
    return variable = variable op value;                    \
  }
KW_CHANGED_BY_NUMBER(+)
KW_CHANGED_BY_NUMBER(-)
KW_CHANGED_BY_NUMBER(*)
KW_CHANGED_BY_NUMBER(/)
#undef KW_CHANGED_BY_NUMBER

namespace core {

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

/// The type in which arithmetic on T is done: the 16-bit and 8-bit floats compute in float32.
template <class T>
using compute_t = std::conditional_t<stored_float_type<T>, float, T>;

template <class T>
constexpr int promotion_rank() {
  if constexpr (std::is_same_v<T, bool>) {
    return 0;
  } else if constexpr (std::is_integral_v<T>) {
    return 2 * static_cast<int>(sizeof(T)) + (std::is_unsigned_v<T> ? 1 : 0);
  } else if constexpr (stored_float_type<T>) {
    return 16 + static_cast<int>(sizeof(T));
  } else {
    return sizeof(T) == 4 ? 19 : 20;
  }
}

/// What two tiles, or two scalars, of types A and B combine to: the wider type; the unsigned one
/// for integers of one width; float over integer. If neither of two floats of one width can hold
/// the other, a type for both: float32 for float16 with bfloat16, float16 for the float8 types.
template <class A, class B>
struct promote {
  using wider = std::conditional_t<(promotion_rank<A>() >= promotion_rank<B>()), A, B>;
  static constexpr bool mixed = stored_float_type<A> && stored_float_type<B> &&
                                sizeof(A) == sizeof(B) && !std::is_same_v<A, B>;
  using type =
      std::conditional_t<mixed, std::conditional_t<float8_type<A>, float16_t, float>, wider>;
};

/// What a tile of A and a scalar of type S combine to. As in Triton, a scalar is weakly typed: it
/// takes the tile's type unless it is of a higher kind (a float with integers).
template <class A, class S>
struct promote_with_scalar {
  using type =
      std::conditional_t<(floating_type<A> || (!floating_type<S> && !std::is_same_v<A, bool>)), A,
                         S>;
};

/// The type for index arithmetic between two integer types; never unsigned, so an offset below zero
/// stays below zero.
template <class A, class B>
using index_common_t =
    std::conditional_t<(sizeof(A) > 4 || sizeof(B) > 4 || std::is_same_v<A, std::uint32_t> ||
                        std::is_same_v<B, std::uint32_t>),
                       std::int64_t, std::int32_t>;

}  // namespace core
}  // namespace kw
