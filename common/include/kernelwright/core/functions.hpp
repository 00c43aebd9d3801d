/// \file
/// Functions of floats beyond those that most kernels use. Each backend has them: cpu/functions.hpp
/// and cuda/functions.hpp.
#pragma once
#include "kernelwright/core/operators.hpp"

namespace kw::core {

enum class function {
  tanh,
  erf,
  sin,
  cos,
  tan,
  asin,
  atan2,
  pow,
  log1p,
  expm1,
  floor,
  ceil,
  round,
  rint,
  fma,
  divide_rounded,
  sqrt_rounded
};

template <function F>
struct function_op {
  template <class Backend, class T, class... More>
  static KW_HD T apply(T x, More... more) {
    return Backend::template call<F>(x, more...);
  }
};

struct sigmoid_op {
  template <class Backend, class T>
  static KW_HD T apply(T x) {
    return Backend::divide(T{1}, T{1} + Backend::exp(-x));
  }
};

/// As in Triton, a NaN becomes the lower limit.
struct clamp_op {
  template <class Backend, class T>
  static KW_HD constexpr T apply(T x, T low, T high) {
    return Backend::minimum(Backend::maximum(x, low), high);
  }
};

/// The element type of three operands: that of the tiles, adjusted for the numbers.
template <class A, class B, class C>
constexpr auto promoted_three() {
  if constexpr (any_tile<A> || any_tile<B>) {
    return promoted_t<index_tile<promoted_t<A, B>, tile_shape<>, 0, 0>, C>{};
  } else {
    return promoted_t<promoted_t<A, B>, C>{};
  }
}

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
