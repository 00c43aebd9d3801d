/// \file
/// 16-bit floating-point storage types and their conversions: one instruction where the compiler
/// has one, as for a GPU, and portable arithmetic on the bits elsewhere.
///
/// The portable conversions round to nearest even and give the same bits as CUDA's
/// `__float2half_rn` and `__float2bfloat16_rn`. They have no branches, so a loop over them
/// vectorises.
#pragma once
#include <cstdint>
#include <type_traits>

#include "kernelwright/compiler/qualifiers.hpp"

// Turing, such as the T4, converts single values to float16 and knows no bfloat16.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define KW_HAS_BFLOAT16_INSTRUCTIONS 1
#endif

namespace kw {

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits. Storage only: arithmetic is in float32,
/// to which a number converts by itself, as in `float s = tl.load(x)`. A variable of this type
/// rounds what is assigned to it, as a tile does.
struct float16_t {
  std::uint16_t bits;
  KW_HD operator float() const;
  template <class Number>
  requires std::is_arithmetic_v<Number> KW_HD float16_t& operator=(Number value);
};
/// The upper half of a float32: 1 sign, 8 exponent, 7 fraction bits. Storage only.
struct bfloat16_t {
  std::uint16_t bits;
  KW_HD constexpr operator float() const;
  template <class Number>
  requires std::is_arithmetic_v<Number> KW_HD bfloat16_t& operator=(Number value);
};
using half = float16_t;

/// 8 bits, of which <kernelwright/float8.hpp> has the conversions: 1 sign, 4 exponent and 3
/// fraction bits, no infinity, numbers up to 448; or 1 sign, 5 exponent and 2 fraction bits, up to
/// 57344. Storage only.
struct float8_e4m3_t {
  std::uint8_t bits;
  KW_HD operator float() const;
  template <class Number>
  requires std::is_arithmetic_v<Number> KW_HD float8_e4m3_t& operator=(Number value);
};
struct float8_e5m2_t {
  std::uint8_t bits;
  KW_HD operator float() const;
  template <class Number>
  requires std::is_arithmetic_v<Number> KW_HD float8_e5m2_t& operator=(Number value);
};

namespace core {

KW_HD constexpr std::uint32_t bits_of(float value) {
  return __builtin_bit_cast(std::uint32_t, value);
}
KW_HD constexpr float float_of(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}

/// A number as a float32 that rounds to fewer bits as the number itself does. If it has no such
/// float32, this is the one of its two neighbours that ends in a 1: no result of the second
/// rounding lies between the two, and an odd number is never half-way between two results. (The
/// method is rounding to odd: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums",
/// 2008.)
template <class Number>
KW_HD constexpr float to_be_rounded(Number value) {
  if constexpr (sizeof(Number) < 4 || std::is_same_v<Number, float>) {
    return static_cast<float>(value);  // exact
  } else {
    const float near = static_cast<float>(value);
    bool is_larger = true;  // in magnitude
    if constexpr (std::is_same_v<Number, double>) {
      const double back = static_cast<double>(near);
      if (back == value) {
        return near;
      }
      is_larger = value < 0 ? back < value : back > value;
    } else {
      constexpr bool is_signed = Number(-1) < Number(0);
      constexpr float above =
          sizeof(Number) == 4 ? (is_signed ? 0x1p31f : 0x1p32f) : (is_signed ? 0x1p63f : 0x1p64f);
      if (near < above) {  // an integer of this type
        const Number back = static_cast<Number>(near);
        if (back == value) {
          return near;
        }
        if constexpr (is_signed) {
          is_larger = value < Number(0) ? back < value : back > value;
        } else {
          is_larger = back > value;
        }
      }
    }
    return float_of((bits_of(near) - (is_larger ? 1u : 0u)) | 1u);
  }
}

/// Exact. Subnormals become normal float32 numbers; a NaN keeps its payload.
KW_HD constexpr float float16_bits_to_float(std::uint16_t half_bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half_bits & 0x8000u) << 16;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half_bits & 0x7fffu) << 13;
  // Scaling by 2^112 moves the exponent from bias 15 to bias 127 and normalises subnormals.
  const std::uint32_t finite = bits_of(float_of(magnitude) * float_of(0x77800000u));
  const bool special = (half_bits & 0x7c00u) == 0x7c00u;
  return float_of((special ? (magnitude | 0x7f800000u) : finite) | sign);
}

/// Rounds to nearest even; overflow gives infinity; every NaN becomes 0x7fff, as in CUDA.
KW_HD constexpr std::uint16_t float_to_float16_bits(float value) {
  const std::uint32_t all = bits_of(value);
  const std::uint32_t sign = all & 0x80000000u;
  const std::uint32_t magnitude = all ^ sign;
  // Subnormal results: adding 0.5 aligns the fraction so that the addition itself rounds.
  const std::uint32_t subnormal = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u;
  const std::uint32_t normal = (magnitude + 0xc8000fffu + ((magnitude >> 13) & 1u)) >> 13;
  const std::uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
  const std::uint32_t limited = magnitude >= 0x477ff000u ? 0x7c00u : finite;
  const std::uint32_t result = limited | (sign >> 16);
  return static_cast<std::uint16_t>(magnitude > 0x7f800000u ? 0x7fffu : result);
}

/// Exact.
KW_HD constexpr float bfloat16_bits_to_float(std::uint16_t bits) {
  return float_of(static_cast<std::uint32_t>(bits) << 16);
}

/// Rounds to nearest even; every NaN becomes 0x7fff, as in CUDA.
KW_HD constexpr std::uint16_t float_to_bfloat16_bits(float value) {
  const std::uint32_t all = bits_of(value);
  const std::uint32_t rounded = (all + 0x7fffu + ((all >> 16) & 1u)) >> 16;
  const bool is_nan = (all & 0x7fffffffu) > 0x7f800000u;
  return static_cast<std::uint16_t>(is_nan ? 0x7fffu : rounded);
}

}  // namespace core

KW_HD float to_float(float16_t value) {
#ifdef __CUDA_ARCH__
  float result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value.bits));
  return result;
#else
  return core::float16_bits_to_float(value.bits);
#endif
}

KW_HD float to_float(bfloat16_t value) {
  return core::bfloat16_bits_to_float(value.bits);
}

KW_HD float16_t to_float16(float value) {
#ifdef __CUDA_ARCH__
  float16_t result;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
#else
  return {core::float_to_float16_bits(value)};
#endif
}

KW_HD bfloat16_t to_bfloat16(float value) {
#ifdef KW_HAS_BFLOAT16_INSTRUCTIONS
  bfloat16_t result;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
#else
  return {core::float_to_bfloat16_bits(value)};
#endif
}

KW_HD float16_t::operator float() const {
  return to_float(*this);
}
KW_HD constexpr bfloat16_t::operator float() const {
  return core::bfloat16_bits_to_float(bits);
}

/// Rounds two values at once.
KW_HD void round_pair(float first, float second, float16_t* result) {
#ifdef KW_HAS_BFLOAT16_INSTRUCTIONS
  std::uint32_t both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
  __builtin_memcpy(result, &both, sizeof(both));  // as one register: halves would be moved apart
#else
  result[0] = to_float16(first);
  result[1] = to_float16(second);
#endif
}
KW_HD void round_pair(float first, float second, bfloat16_t* result) {
#ifdef KW_HAS_BFLOAT16_INSTRUCTIONS
  std::uint32_t both;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
  __builtin_memcpy(result, &both, sizeof(both));  // as one register: halves would be moved apart
#else
  result[0] = to_bfloat16(first);
  result[1] = to_bfloat16(second);
#endif
}

}  // namespace kw
