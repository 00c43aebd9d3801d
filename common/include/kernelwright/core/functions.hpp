/// \file
/// Functions of lanes: an operation for each row of language/names.def, which both backends have
/// under its name.
#pragma once
#include "kernelwright/core/operators.hpp"

namespace kw::core {

#define KW_OPERATION(name)                              \
  struct name##_op {                                    \
    template <class Backend, class T, class... More>    \
    static KW_HD constexpr T apply(T x, More... more) { \
      return Backend::name(x, more...);                 \
    }                                                   \
  };
#define KW_FUNCTION_OF_ONE(name, ...) KW_OPERATION(name)
#define KW_FUNCTION_OF_TWO(name, ...) KW_OPERATION(name)
#define KW_FUNCTION_OF_THREE(name, ...) KW_OPERATION(name)
#include "kernelwright/language/names.def"
#undef KW_OPERATION

/// The functions that the backends compute in the same way, with what their math class has.
template <class Math>
struct shared_functions {
  template <class T>
  static KW_HD T sigmoid(T x) {
    return Math::divide(T{1}, T{1} + Math::exp(-x));
  }
  /// As in Triton, a NaN becomes the lower limit.
  template <class T>
  static KW_HD constexpr T clamp(T x, T low, T high) {
    return Math::minimum(Math::maximum(x, low), high);
  }
  /// The smallest negative integer has no opposite, so its result is that number itself.
  template <class T>
  static KW_HD constexpr T abs(T x) {
    if constexpr (std::is_floating_point_v<T>) {
      return Math::absolute(x);
    } else if constexpr (std::is_unsigned_v<T>) {
      return x;
    } else {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(x < T{} ? U{} - static_cast<U>(x) : static_cast<U>(x));
    }
  }
  template <class T>
  static KW_HD constexpr T umulhi(T a, T b) {
    if constexpr (sizeof(T) == 4) {
      return static_cast<T>(
          (std::uint64_t{static_cast<std::uint32_t>(a)} * static_cast<std::uint32_t>(b)) >> 32);
    } else {
      return static_cast<T>(
          Math::multiply_high(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    }
  }
};

/// Which types a function takes: the column `domain` of the table.
enum class domain { floats, words, numbers };

template <domain Domain, class T>
constexpr void check_domain() {
  static_assert(
      Domain != domain::floats || floating_type<T>,
      "kernelwright: this function needs floats, but it is given integers. Convert first: "
      "x.to(float32), or tl.cast(n, float32) for a plain number.");
  static_assert(Domain != domain::words || (integer_scalar<T> && sizeof(T) >= 4),
                "kernelwright: tl.umulhi multiplies integers of 32 or 64 bits. Convert first, such "
                "as x.to(uint32).");
}

/// The element type to which operands combine: that of the tiles, adjusted for the numbers.
template <class... X>
struct combined;
template <class A>
struct combined<A> {
  using type = value_of<A>;
};
template <class A, class B>
struct combined<A, B> {
  using type = promoted_t<A, B>;
};
template <class A, class B, class C>
struct combined<A, B, C> {
  using two = promoted_t<A, B>;
  using tile_of_two = index_tile<two, tile_shape<>, 0, 0>;
  using type = promoted_t<std::conditional_t<any_tile<A> || any_tile<B>, tile_of_two, two>, C>;
};
template <class... X>
using combined_t = typename combined<X...>::type;

/// A function by a kernel's author, applied to elements: 16-bit floats are passed to it as float32.
template <class Function, class... X>
using mapped_t =
    decltype(std::declval<const Function&>()(std::declval<compute_t<value_of<X>>>()...));

template <class Function, class R>
struct mapped_function {
  Function function;
  template <class... A>
  KW_HD constexpr R operator()(A... a) const {
    return function(convert<compute_t<A>>(a)...);
  }
};

}  // namespace kw::core
