/// \file
/// The functions of core/functions.hpp on the CPU, from the C library.
#pragma once
#include "kernelwright/core/functions.hpp"

namespace kw::cpu {

struct functions {
  template <core::function F>
  static KW_HD float call(float x) {
    using enum core::function;
    if constexpr (F == tanh) {
      return __builtin_tanhf(x);
    } else if constexpr (F == erf) {
      return __builtin_erff(x);
    } else if constexpr (F == sin) {
      return __builtin_sinf(x);
    } else if constexpr (F == cos) {
      return __builtin_cosf(x);
    } else if constexpr (F == tan) {
      return __builtin_tanf(x);
    } else if constexpr (F == asin) {
      return __builtin_asinf(x);
    } else if constexpr (F == log1p) {
      return __builtin_log1pf(x);
    } else if constexpr (F == expm1) {
      return __builtin_expm1f(x);
    } else if constexpr (F == floor) {
      return __builtin_floorf(x);
    } else if constexpr (F == ceil) {
      return __builtin_ceilf(x);
    } else if constexpr (F == round) {
      return __builtin_roundf(x);
    } else if constexpr (F == rint) {
      return __builtin_rintf(x);
    } else {
      static_assert(F == sqrt_rounded);
      return __builtin_sqrtf(x);
    }
  }
  template <core::function F>
  static KW_HD double call(double x) {
    using enum core::function;
    if constexpr (F == tanh) {
      return __builtin_tanh(x);
    } else if constexpr (F == erf) {
      return __builtin_erf(x);
    } else if constexpr (F == sin) {
      return __builtin_sin(x);
    } else if constexpr (F == cos) {
      return __builtin_cos(x);
    } else if constexpr (F == tan) {
      return __builtin_tan(x);
    } else if constexpr (F == asin) {
      return __builtin_asin(x);
    } else if constexpr (F == log1p) {
      return __builtin_log1p(x);
    } else if constexpr (F == expm1) {
      return __builtin_expm1(x);
    } else if constexpr (F == floor) {
      return __builtin_floor(x);
    } else if constexpr (F == ceil) {
      return __builtin_ceil(x);
    } else if constexpr (F == round) {
      return __builtin_round(x);
    } else if constexpr (F == rint) {
      return __builtin_rint(x);
    } else {
      static_assert(F == sqrt_rounded);
      return __builtin_sqrt(x);
    }
  }
  template <core::function F>
  static KW_HD float call(float x, float y) {
    using enum core::function;
    if constexpr (F == atan2) {
      return __builtin_atan2f(x, y);
    } else if constexpr (F == pow) {
      return __builtin_powf(x, y);
    } else {
      static_assert(F == divide_rounded);
      return x / y;
    }
  }
  template <core::function F>
  static KW_HD double call(double x, double y) {
    using enum core::function;
    if constexpr (F == atan2) {
      return __builtin_atan2(x, y);
    } else if constexpr (F == pow) {
      return __builtin_pow(x, y);
    } else {
      static_assert(F == divide_rounded);
      return x / y;
    }
  }
  template <core::function F>
  static KW_HD float call(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
  }
  template <core::function F>
  static KW_HD double call(double x, double y, double z) {
    return __builtin_fma(x, y, z);
  }
};

}  // namespace kw::cpu
