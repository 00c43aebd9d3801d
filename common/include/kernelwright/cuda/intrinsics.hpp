/// \file
/// The few operations that exist on a GPU alone. Shared code is compiled for the host as well,
/// where these are never called; so each has an empty host half.
#pragma once
#include <cmath>

#include "kernelwright/core/dtype.hpp"

namespace kw::cuda {

KW_HD int thread_index() {
#ifdef __CUDA_ARCH__
  return static_cast<int>(threadIdx.x);
#else
  return 0;
#endif
}

KW_HD int block_index([[maybe_unused]] int axis) {
#ifdef __CUDA_ARCH__
  return static_cast<int>(axis == 0 ? blockIdx.x : axis == 1 ? blockIdx.y : blockIdx.z);
#else
  return 0;
#endif
}

KW_HD int grid_extent([[maybe_unused]] int axis) {
#ifdef __CUDA_ARCH__
  return static_cast<int>(axis == 0 ? gridDim.x : axis == 1 ? gridDim.y : gridDim.z);
#else
  return 0;
#endif
}

/// All threads of the block arrive before any goes on.
KW_HD void block_barrier() {
#ifdef __CUDA_ARCH__
  __syncthreads();
#endif
}

/// The value that the lane with number `own ^ mask` of this warp holds.
template <class T>
KW_HD T shuffle_xor(T value, [[maybe_unused]] int mask) {
#ifdef __CUDA_ARCH__
  return __shfl_xor_sync(0xffffffffu, value, mask);
#else
  return value;
#endif
}

/// Shared memory for Count elements of T, one array for each pair of template arguments.
template <class T, int Count>
KW_HD T* shared_array() {
#ifdef __CUDA_ARCH__
  static_assert(Count * sizeof(T) <= 48 * 1024,
                "kernelwright: moving this tile between threads takes more than the 48 KiB of "
                "shared memory that a program may use here. Use a smaller tile.");
  __shared__ alignas(16) unsigned char bytes[Count * sizeof(T)];
  return reinterpret_cast<T*>(bytes);
#else
  return nullptr;
#endif
}

/// Fast float32 functions: at most 2 units in the last place over the usual range, as in Triton.
struct math {
  template <class T>
  static KW_HD T divide(T a, T b) {
#ifdef __CUDA_ARCH__
    if constexpr (std::is_same_v<T, float>) {
      float quotient;
      asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(a), "f"(b));
      return quotient;
    }
#endif
    return a / b;
  }
  template <class T>
  static KW_HD T abs(T x) {
    return ::fabs(x);
  }
  static KW_HD float exp(float x) {
    return exp2(x * 1.442695041f);
  }
  static KW_HD float exp2(float x) {
#ifdef __CUDA_ARCH__
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
#else
    return ::exp2f(x);
#endif
  }
  static KW_HD float log(float x) {
    return ::logf(x);
  }
  static KW_HD float log2(float x) {
    return ::log2f(x);
  }
  static KW_HD float sqrt(float x) {
    return ::sqrtf(x);
  }
  static KW_HD float rsqrt(float x) {
#ifdef __CUDA_ARCH__
    return ::rsqrtf(x);
#else
    return 1.0f / ::sqrtf(x);
#endif
  }
  static KW_HD double exp(double x) {
    return ::exp(x);
  }
  static KW_HD double exp2(double x) {
    return ::exp2(x);
  }
  static KW_HD double log(double x) {
    return ::log(x);
  }
  static KW_HD double log2(double x) {
    return ::log2(x);
  }
  static KW_HD double sqrt(double x) {
    return ::sqrt(x);
  }
  static KW_HD double rsqrt(double x) {
    return 1.0 / ::sqrt(x);
  }
};

}  // namespace kw::cuda
