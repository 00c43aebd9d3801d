/// \file
/// The few operations that exist only on a GPU. Shared code is also compiled for the host, where
/// they are never called, so each has an empty host half.
#pragma once
#include <cmath>

#include "kernelwright/core/functions.hpp"

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

/// The threads of a program if they are all the threads of the block.
struct whole_block {
  static constexpr bool kWarpgroups = false;  ///< do warpgroups of 128 threads multiply together?
  /// All of them arrive before any continues.
  static KW_HD void barrier() {
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
  }
};

/// The value that the lane with number `own ^ mask` of this warp holds, word by word.
template <class T>
KW_HD T shuffle_xor(T value, [[maybe_unused]] int mask) {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(T) % 4 == 0);
  std::uint32_t words[sizeof(T) / 4];
  __builtin_memcpy(words, &value, sizeof(T));
  KW_UNROLL
  for (int w = 0; w < static_cast<int>(sizeof(T) / 4); ++w) {
    words[w] = __shfl_xor_sync(0xffffffffu, words[w], mask);
  }
  __builtin_memcpy(&value, words, sizeof(T));
#endif
  return value;
}

/// The value that a lane of this warp holds, word by word.
template <class T>
KW_HD T shuffle_from(T value, [[maybe_unused]] int lane) {
#ifdef __CUDA_ARCH__
  static_assert(sizeof(T) % 4 == 0);
  std::uint32_t words[sizeof(T) / 4];
  __builtin_memcpy(words, &value, sizeof(T));
  KW_UNROLL
  for (int w = 0; w < static_cast<int>(sizeof(T) / 4); ++w) {
    words[w] = __shfl_sync(0xffffffffu, words[w], lane);
  }
  __builtin_memcpy(&value, words, sizeof(T));
#endif
  return value;
}

/// Counts in shared memory, where several threads may count the same thing.
KW_HD void add_one_in_shared(std::int32_t* count) {
#ifdef __CUDA_ARCH__
  ::atomicAdd(count, 1);
#else
  ++*count;
#endif
}

using core::next_power_of_two;

/// A region of shared memory. Regions of one size and one protocol are one region, which each use
/// takes over from the one before.
template <class Protocol, int Bytes, int Alignment = 16>
KW_HD unsigned char* shared_region() {
#ifdef __CUDA_ARCH__
  static_assert(Bytes <= 48 * 1024,
                "kernelwright: moving this tile between threads takes more than the 48 KiB of "
                "shared memory that a program may use here. Use a smaller tile.");
  __shared__ alignas(Alignment) unsigned char bytes[Bytes];
  return bytes;
#else
  return nullptr;
#endif
}

/// Shared memory for Count elements of T, in a few sizes, so most uses share a region. The protocol
/// says when it is safe to write to it.
template <class Protocol, class T, int Count>
KW_HD T* shared_array() {
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  constexpr int region = bytes > 4096 ? (bytes + 1023) / 1024 * 1024 : next_power_of_two(bytes);
  return reinterpret_cast<T*>(shared_region<Protocol, region>());
}

/// The functions of tl that CUDA has under the name of C. Its programming guide states their
/// errors.
struct functions {
#define KW_C_FUNCTION(name) ::name
#include "kernelwright/core/c_functions.def"
};

/// Fast float32 functions: at most 2 units in the last place over the usual range, as in Triton.
struct math : functions, core::shared_functions<math> {
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
  static KW_HD T remainder(T a, T b) {
    return static_cast<T>(a % b);
  }
  static KW_HD std::uint64_t multiply_high([[maybe_unused]] std::uint64_t a,
                                           [[maybe_unused]] std::uint64_t b) {
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    return 0;
#endif
  }
  /// Of a number and a NaN, the number: one instruction for float32.
  template <class T>
  static KW_HD T maximum(T a, T b) {
    if constexpr (std::is_same_v<T, float>) {
      return ::fmaxf(a, b);
    } else {
      return a > b || b != b ? a : b;
    }
  }
  template <class T>
  static KW_HD T minimum(T a, T b) {
    if constexpr (std::is_same_v<T, float>) {
      return ::fminf(a, b);
    } else {
      return a < b || b != b ? a : b;
    }
  }
  template <class T>
  static KW_HD T absolute(T x) {
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
  static KW_HD double rsqrt(double x) {
    return 1.0 / ::sqrt(x);
  }
  static KW_HD float sqrt_rn(float x) {
#ifdef __CUDA_ARCH__
    return __fsqrt_rn(x);
#else
    return ::sqrtf(x);
#endif
  }
  static KW_HD double sqrt_rn(double x) {
    return ::sqrt(x);
  }
  static KW_HD float div_rn(float x, float y) {
#ifdef __CUDA_ARCH__
    return __fdiv_rn(x, y);
#else
    return x / y;
#endif
  }
  static KW_HD double div_rn(double x, double y) {
    return x / y;
  }
};

}  // namespace kw::cuda
