/// \file
/// Conversions of the 16-bit types: one instruction on a GPU, the portable bits elsewhere.
#pragma once
#include "kernelwright/core/float16.hpp"

namespace kw {

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
#ifdef __CUDA_ARCH__
  bfloat16_t result;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
  return result;
#else
  return {core::float_to_bfloat16_bits(value)};
#endif
}

/// Rounds two values at once.
KW_HD void round_pair(float first, float second, float16_t* result) {
#ifdef __CUDA_ARCH__
  std::uint32_t both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
  __builtin_memcpy(result, &both, sizeof(both));  // as one register: halves would be moved apart
#else
  result[0] = to_float16(first);
  result[1] = to_float16(second);
#endif
}
KW_HD void round_pair(float first, float second, bfloat16_t* result) {
#ifdef __CUDA_ARCH__
  std::uint32_t both;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
  __builtin_memcpy(result, &both, sizeof(both));  // as one register: halves would be moved apart
#else
  result[0] = to_bfloat16(first);
  result[1] = to_bfloat16(second);
#endif
}

}  // namespace kw
