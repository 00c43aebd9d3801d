/// \file
/// Atomic operations on one element of global memory, relaxed, over the whole device. Each returns
/// the old value.
#pragma once
#include "kernelwright/cuda/intrinsics.hpp"

namespace kw::cuda {

#ifdef __CUDA_ARCH__

/// Applies change(old) to a 16-bit word until nobody came in between.
template <class T, class Change>
KW_HD T change_atomically(T* to, Change change) {
  auto* word = reinterpret_cast<unsigned short*>(to);
  unsigned short seen = *word;
  for (;;) {
    const unsigned short wanted = change(T{seen}).bits;
    const unsigned short found = atomicCAS(word, seen, wanted);
    if (found == seen) {
      return T{seen};
    }
    seen = found;
  }
}

/// What core::atomic_add_op and the others apply.
struct atomics {
  template <class T>
  static KW_HD T add(T* to, T value) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      return static_cast<T>(atomicAdd(reinterpret_cast<unsigned long long*>(to),
                                      static_cast<unsigned long long>(value)));
    } else if constexpr (std::is_same_v<T, float16_t>) {
      T old;
      asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
                   : "=h"(old.bits)
                   : "l"(to), "h"(value.bits)
                   : "memory");
      return old;
    } else if constexpr (std::is_same_v<T, bfloat16_t>) {
      return change_atomically(
          to, [value](T old) { return to_bfloat16(to_float(old) + to_float(value)); });
    } else {
      return atomicAdd(to, value);
    }
  }

  template <class T>
  static KW_HD T max(T* to, T value) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      return static_cast<T>(
          atomicMax(reinterpret_cast<long long*>(to), static_cast<long long>(value)));
    } else if constexpr (std::is_same_v<T, float>) {
      // The bits of floats order like integers, those of negative ones the other way round.
      return (__float_as_int(value) >= 0)
                 ? __int_as_float(atomicMax(reinterpret_cast<int*>(to), __float_as_int(value)))
                 : __uint_as_float(
                       atomicMin(reinterpret_cast<unsigned*>(to), __float_as_uint(value)));
    } else {
      return atomicMax(to, value);
    }
  }

  template <class T>
  static KW_HD T compare_and_swap(T* to, T expected, T desired) {
    if constexpr (sizeof(T) == 8) {
      return static_cast<T>(atomicCAS(reinterpret_cast<unsigned long long*>(to),
                                      static_cast<unsigned long long>(expected),
                                      static_cast<unsigned long long>(desired)));
    } else {
      return atomicCAS(to, expected, desired);
    }
  }
};

#else

struct atomics {
  template <class T>
  static KW_HD T add(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T max(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T compare_and_swap(T*, T expected, T) {
    return expected;
  }
};

#endif

}  // namespace kw::cuda
