/// \file
/// Scalar functions of the CPU backend, without branches, so loops over tiles vectorise.
#pragma once
#include "kernelwright/core/functions.hpp"

namespace kw::cpu {

/// The functions of tl that the C library computes.
struct functions {
#define KW_C_FUNCTION(name) __builtin_##name
#include "kernelwright/core/c_functions.def"
};

struct math : functions, core::shared_functions<math> {
  template <class T>
  static KW_HD constexpr T divide(T a, T b) {
    return core::quotient(a, b);
  }
  template <class T>
  static KW_HD constexpr T remainder(T a, T b) {
    return core::remainder_of(a, b);
  }
  static KW_HD constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(a) * b) >> 64);
  }
  /// The larger one; if one of the two is a NaN, the other one.
  template <class T>
  static KW_HD constexpr T maximum(T a, T b) {
    return a > b || b != b ? a : b;
  }
  template <class T>
  static KW_HD constexpr T minimum(T a, T b) {
    return a < b || b != b ? a : b;
  }
  template <class T>
  static KW_HD constexpr T absolute(T x) {
    if constexpr (std::is_same_v<T, float>) {
      return __builtin_fabsf(x);
    } else {
      return __builtin_fabs(x);
    }
  }

  /// Error at most 2 units in the last place; exp(-inf) is 0, overflow infinity, NaN stays NaN.
  ///
  /// x = n * ln 2 + r with |r| <= ln 2 / 2: e^r by a polynomial, 2^n by its exponent bits in two
  /// factors, which gives subnormal results too.
  static KW_HD float exp(float x) {
    const float limited = within(x, 104.0f);
    const float n = round_to_integer(limited * 1.442695041f);
    // ln 2 in two parts: n * the first part is exact.
    const float r = (limited - n * 0.693359375f) + n * 2.12194440e-4f;
    const float result = scale_by_power_of_two(exp_near_zero(r), n);
    return x != x ? x : result;
  }
  static KW_HD float exp2(float x) {
    const float limited = within(x, 151.0f);
    const float n = round_to_integer(limited);
    const float result = scale_by_power_of_two(exp_near_zero((limited - n) * 0.693147181f), n);
    return x != x ? x : result;
  }
  static KW_HD double exp(double x) { return __builtin_exp(x); }
  static KW_HD double exp2(double x) { return __builtin_exp2(x); }
  static KW_HD float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
  static KW_HD double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
  static KW_HD float sqrt_rn(float x) { return __builtin_sqrtf(x); }
  static KW_HD double sqrt_rn(double x) { return __builtin_sqrt(x); }
  template <class T>
  static KW_HD T div_rn(T x, T y) {
    return x / y;
  }

 private:
  /// x in [-limit, limit]; a NaN becomes a limit. The integers keep the compiler from computing the
  /// rest with x itself as well, whose overflow would look like one of the kernel's
  /// (first_nan.cpp).
  static KW_HD float within(float x, float limit) {
    constexpr std::uint32_t kSign = 1u << 31;
    const auto bits = __builtin_bit_cast(std::uint32_t, x);
    const auto most = __builtin_bit_cast(std::uint32_t, limit), size = bits & ~kSign;
    return __builtin_bit_cast(float, (bits & kSign) | (size < most ? size : most));
  }

  /// Adding 1.5 * 2^23 leaves no bits for a fraction, so the addition rounds.
  static constexpr float kRoundsAway = 12582912.0f;
  static KW_HD float round_to_integer(float x) { return (x + kRoundsAway) - kRoundsAway; }

  /// e^r for |r| <= 0.35, by the Taylor polynomial of degree 7 (truncation below 2^-27).
  static KW_HD float exp_near_zero(float r) {
    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    return (p * r) * r + r + 1.0f;
  }

  /// value * 2^n for integer n in [-151, 151]; any number for a NaN.
  static KW_HD float scale_by_power_of_two(float value, float n) {
    // The sum's last bits are n.
    const auto exponent = __builtin_bit_cast(std::int32_t, n + kRoundsAway) -
                          __builtin_bit_cast(std::int32_t, kRoundsAway);
    const std::int32_t half_exponent = exponent >> 1;
    return value * power_of_two(half_exponent) * power_of_two(exponent - half_exponent);
  }
  static KW_HD float power_of_two(std::int32_t exponent) {
    return __builtin_bit_cast(float, (exponent + 127) << 23);
  }
};

}  // namespace kw::cpu
