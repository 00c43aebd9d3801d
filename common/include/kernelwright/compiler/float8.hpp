/// \file
/// Conversions of 8-bit floats: one instruction for two values where a GPU has one (from sm_89 on),
/// and portable arithmetic on the bits elsewhere, without branches.
///
/// They round to nearest even. Values that are too large, infinities included, become the largest
/// number, as `__nv_cvt_float_to_fp8(x, __NV_SATFINITE, ...)` does it in CUDA. Every NaN becomes
/// 0x7f.
#pragma once
#include "kernelwright/compiler/float16.hpp"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define KW_HAS_FLOAT8_INSTRUCTIONS 1
#endif

namespace kw {
namespace core {

/// How the bits of a type of 8 or fewer are used. A value with the exponent 0 is a multiple of the
/// smallest number.
template <int FractionBits, int Bias, unsigned Largest>
struct narrow_float {
  static constexpr unsigned kLargest = Largest;  ///< the bits of the largest number

  /// The value of bits without a sign, of which none is NaN or an infinity.
  static KW_HD constexpr float widened(unsigned magnitude) {
    constexpr float smallest =
        float_of(static_cast<std::uint32_t>(128 - Bias - FractionBits) << 23);
    constexpr std::uint32_t larger_bias = static_cast<std::uint32_t>(127 - Bias) << 23;
    const float normal = float_of((magnitude << (23 - FractionBits)) + larger_bias);
    return magnitude >> FractionBits == 0 ? static_cast<float>(magnitude) * smallest : normal;
  }

  /// The bits without a sign that are nearest to the magnitude of a float32, given by its bits.
  static KW_HD constexpr unsigned rounded(std::uint32_t magnitude) {
    constexpr int cut = 23 - FractionBits;
    constexpr std::uint32_t half = (1u << (cut - 1)) - 1;
    constexpr std::uint32_t smaller_bias = static_cast<std::uint32_t>(127 - Bias) << FractionBits;
    constexpr std::uint32_t normal_from = static_cast<std::uint32_t>(128 - Bias) << 23;
    // The sum with this number has steps of the smallest number, so the addition rounds.
    constexpr std::uint32_t aligned = static_cast<std::uint32_t>(127 + 23 + 1 - Bias - FractionBits)
                                      << 23;
    const std::uint32_t small = bits_of(float_of(magnitude) + float_of(aligned)) - aligned;
    const std::uint32_t normal =
        ((magnitude + half + ((magnitude >> cut) & 1u)) >> cut) - smaller_bias;
    const std::uint32_t finite = magnitude < normal_from ? small : normal;
    return finite > kLargest ? kLargest : finite;
  }
};
using e4m3_bits = narrow_float<3, 7, 0x7e>;
using e5m2_bits = narrow_float<2, 15, 0x7b>;

template <class Format>
KW_HD constexpr std::uint8_t float_to_float8_bits(float value) {
  const std::uint32_t all = bits_of(value);
  const std::uint32_t magnitude = all & 0x7fffffffu;
  const unsigned result = Format::rounded(magnitude) | (all >> 24 & 0x80u);
  return static_cast<std::uint8_t>(magnitude > 0x7f800000u ? 0x7fu : result);
}

KW_HD constexpr float e4m3_bits_to_float(unsigned bits) {
  const unsigned magnitude = bits & 0x7fu;
  const std::uint32_t result =
      magnitude == 0x7fu ? 0x7fc00000u : bits_of(e4m3_bits::widened(magnitude));
  return float_of(result | (bits & 0x80u) << 24);
}
/// It is the upper half of a float16.
KW_HD constexpr float e5m2_bits_to_float(unsigned bits) {
  return float16_bits_to_float(static_cast<std::uint16_t>(bits << 8));
}

#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
/// Two values, the first in the lower byte.
KW_HD std::uint16_t rounded_pair(float first, float second, float8_e4m3_t) {
  std::uint16_t both;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(both) : "f"(second), "f"(first));
  return both;
}
KW_HD std::uint16_t rounded_pair(float first, float second, float8_e5m2_t) {
  std::uint16_t both;
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(both) : "f"(second), "f"(first));
  return both;
}
KW_HD float16_t widened_on_gpu(float8_e4m3_t value) {
  std::uint32_t both;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(both) : "h"(static_cast<std::uint16_t>(value.bits)));
  return {static_cast<std::uint16_t>(both)};
}
#endif

}  // namespace core

KW_HD float to_float(float8_e4m3_t value) {
#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
  return to_float(core::widened_on_gpu(value));
#else
  return core::e4m3_bits_to_float(value.bits);
#endif
}
KW_HD float to_float(float8_e5m2_t value) {
  return to_float(float16_t{static_cast<std::uint16_t>(value.bits << 8)});
}

KW_HD float8_e4m3_t::operator float() const {
  return to_float(*this);
}
KW_HD float8_e5m2_t::operator float() const {
  return to_float(*this);
}

KW_HD float8_e4m3_t to_float8_e4m3(float value) {
#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
  return {static_cast<std::uint8_t>(core::rounded_pair(value, 0.0f, float8_e4m3_t{}))};
#else
  return {core::float_to_float8_bits<core::e4m3_bits>(value)};
#endif
}
KW_HD float8_e5m2_t to_float8_e5m2(float value) {
#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
  return {static_cast<std::uint8_t>(core::rounded_pair(value, 0.0f, float8_e5m2_t{}))};
#else
  return {core::float_to_float8_bits<core::e5m2_bits>(value)};
#endif
}

/// Rounds two values at once.
KW_HD void round_pair(float first, float second, float8_e4m3_t* result) {
#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
  const std::uint16_t both = core::rounded_pair(first, second, float8_e4m3_t{});
  __builtin_memcpy(result, &both, sizeof(both));
#else
  result[0] = to_float8_e4m3(first);
  result[1] = to_float8_e4m3(second);
#endif
}
KW_HD void round_pair(float first, float second, float8_e5m2_t* result) {
#ifdef KW_HAS_FLOAT8_INSTRUCTIONS
  const std::uint16_t both = core::rounded_pair(first, second, float8_e5m2_t{});
  __builtin_memcpy(result, &both, sizeof(both));
#else
  result[0] = to_float8_e5m2(first);
  result[1] = to_float8_e5m2(second);
#endif
}

}  // namespace kw
