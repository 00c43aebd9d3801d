/// \file
/// The functions of core/functions.hpp on a GPU: those of CUDA, whose errors its programming guide
/// states.
#pragma once
#include <cmath>

#include "kernelwright/core/functions.hpp"

namespace kw::cuda {

struct functions {
  template <core::function F>
  static KW_HD float call(float x) {
    using enum core::function;
    if constexpr (F == tanh) {
      return ::tanhf(x);
    } else if constexpr (F == erf) {
      return ::erff(x);
    } else if constexpr (F == sin) {
      return ::sinf(x);
    } else if constexpr (F == cos) {
      return ::cosf(x);
    } else if constexpr (F == tan) {
      return ::tanf(x);
    } else if constexpr (F == asin) {
      return ::asinf(x);
    } else if constexpr (F == log1p) {
      return ::log1pf(x);
    } else if constexpr (F == expm1) {
      return ::expm1f(x);
    } else if constexpr (F == floor) {
      return ::floorf(x);
    } else if constexpr (F == ceil) {
      return ::ceilf(x);
    } else if constexpr (F == round) {
      return ::roundf(x);
    } else if constexpr (F == rint) {
      return ::rintf(x);
    } else {
      static_assert(F == sqrt_rounded);
#ifdef __CUDA_ARCH__
      return __fsqrt_rn(x);
#else
      return ::sqrtf(x);
#endif
    }
  }
  template <core::function F>
  static KW_HD double call(double x) {
    using enum core::function;
    if constexpr (F == tanh) {
      return ::tanh(x);
    } else if constexpr (F == erf) {
      return ::erf(x);
    } else if constexpr (F == sin) {
      return ::sin(x);
    } else if constexpr (F == cos) {
      return ::cos(x);
    } else if constexpr (F == tan) {
      return ::tan(x);
    } else if constexpr (F == asin) {
      return ::asin(x);
    } else if constexpr (F == log1p) {
      return ::log1p(x);
    } else if constexpr (F == expm1) {
      return ::expm1(x);
    } else if constexpr (F == floor) {
      return ::floor(x);
    } else if constexpr (F == ceil) {
      return ::ceil(x);
    } else if constexpr (F == round) {
      return ::round(x);
    } else if constexpr (F == rint) {
      return ::rint(x);
    } else {
      static_assert(F == sqrt_rounded);
      return ::sqrt(x);
    }
  }
  template <core::function F>
  static KW_HD float call(float x, float y) {
    using enum core::function;
    if constexpr (F == atan2) {
      return ::atan2f(x, y);
    } else if constexpr (F == pow) {
      return ::powf(x, y);
    } else {
      static_assert(F == divide_rounded);
#ifdef __CUDA_ARCH__
      return __fdiv_rn(x, y);
#else
      return x / y;
#endif
    }
  }
  template <core::function F>
  static KW_HD double call(double x, double y) {
    using enum core::function;
    if constexpr (F == atan2) {
      return ::atan2(x, y);
    } else if constexpr (F == pow) {
      return ::pow(x, y);
    } else {
      static_assert(F == divide_rounded);
      return x / y;
    }
  }
  template <core::function F>
  static KW_HD float call(float x, float y, float z) {
    return ::fmaf(x, y, z);
  }
  template <core::function F>
  static KW_HD double call(double x, double y, double z) {
    return ::fma(x, y, z);
  }
};

}  // namespace kw::cuda
