/// \file
/// Atomic operations on one element of global memory, relaxed, and the fences that order them. Each
/// returns the old value.
#pragma once
#include "kernelwright/core/atomics.hpp"
#include "kernelwright/cuda/intrinsics.hpp"

namespace kw::cuda {

#ifdef __CUDA_ARCH__

/// No access of this thread moves across the fence, as seen by the threads in the scope.
template <core::memory_scope Scope>
KW_HD void fence() {
  if constexpr (Scope == core::memory_scope::cta) {
    asm volatile("fence.acq_rel.cta;" ::: "memory");
  } else if constexpr (Scope == core::memory_scope::gpu) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  } else {
    asm volatile("fence.acq_rel.sys;" ::: "memory");
  }
}

template <class To, class From>
KW_HD To bits_as(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  __builtin_memcpy(&result, &value, sizeof result);
  return result;
}

/// Reads memory, whatever a cache may hold.
template <class T>
KW_HD T read_volatile(const T* from) {
  if constexpr (core::stored_float_type<T>) {
    return T{read_volatile(reinterpret_cast<const decltype(T{}.bits)*>(from))};
  } else {
    return *static_cast<const volatile T*>(from);
  }
}

/// The integers that the hardware's operations support, of the same size as T.
template <class T>
using unsigned_word =
    std::conditional_t<sizeof(T) == 8, unsigned long long,
                       std::conditional_t<sizeof(T) == 4, unsigned int, unsigned short>>;
template <class T>
using signed_word = std::conditional_t<sizeof(T) == 8, long long, int>;

/// What core::atomic_add_op and the others apply. An operation on the whole device also serves the
/// scope cta.
template <core::memory_scope Scope>
struct atomics {
  static constexpr bool kSystem = Scope == core::memory_scope::sys;

  template <class T>
  static KW_HD T add(T* to, T value) {
    if constexpr (core::float16_type<T>) {
      return add_float16(to, value);
    } else if constexpr (std::is_floating_point_v<T>) {
      return kSystem ? atomicAdd_system(to, value) : atomicAdd(to, value);
    } else {
      using Word = unsigned_word<T>;
      auto* word = reinterpret_cast<Word*>(to);
      const auto by = static_cast<Word>(value);
      return static_cast<T>(kSystem ? atomicAdd_system(word, by) : atomicAdd(word, by));
    }
  }

  /// The bits of floats have the same order as integers, reversed for negative ones.
  template <class T>
  static KW_HD T max(T* to, T value) {
    if constexpr (std::is_floating_point_v<T>) {
      const auto bits = bits_as<signed_word<T>>(value);
      return bits >= 0 ? bits_as<T>(max_of<signed_word<T>>(to, bits))
                       : bits_as<T>(min_of<unsigned_word<T>>(to, bits));
    } else {
      return static_cast<T>(max_of<word_like<T>>(to, value));
    }
  }
  template <class T>
  static KW_HD T min(T* to, T value) {
    if constexpr (std::is_floating_point_v<T>) {
      const auto bits = bits_as<signed_word<T>>(value);
      return bits >= 0 ? bits_as<T>(min_of<signed_word<T>>(to, bits))
                       : bits_as<T>(max_of<unsigned_word<T>>(to, bits));
    } else {
      return static_cast<T>(min_of<word_like<T>>(to, value));
    }
  }

  template <class T>
  static KW_HD T bit_and(T* to, T value) {
    auto* word = reinterpret_cast<unsigned_word<T>*>(to);
    const auto bits = static_cast<unsigned_word<T>>(value);
    return static_cast<T>(kSystem ? atomicAnd_system(word, bits) : atomicAnd(word, bits));
  }
  template <class T>
  static KW_HD T bit_or(T* to, T value) {
    auto* word = reinterpret_cast<unsigned_word<T>*>(to);
    const auto bits = static_cast<unsigned_word<T>>(value);
    return static_cast<T>(kSystem ? atomicOr_system(word, bits) : atomicOr(word, bits));
  }
  template <class T>
  static KW_HD T bit_xor(T* to, T value) {
    auto* word = reinterpret_cast<unsigned_word<T>*>(to);
    const auto bits = static_cast<unsigned_word<T>>(value);
    return static_cast<T>(kSystem ? atomicXor_system(word, bits) : atomicXor(word, bits));
  }
  template <class T>
  static KW_HD T exchange(T* to, T value) {
    auto* word = reinterpret_cast<unsigned_word<T>*>(to);
    const auto bits = bits_as<unsigned_word<T>>(value);
    return bits_as<T>(kSystem ? atomicExch_system(word, bits) : atomicExch(word, bits));
  }
  template <class T>
  static KW_HD T compare_and_swap(T* to, T expected, T desired) {
    using Word = unsigned_word<T>;
    return bits_as<T>(
        swap_word(reinterpret_cast<Word*>(to), bits_as<Word>(expected), bits_as<Word>(desired)));
  }

 private:
  template <class T>
  using word_like = std::conditional_t<std::is_signed_v<T>, signed_word<T>, unsigned_word<T>>;

  template <class Word, class T, class Value>
  static KW_HD Word max_of(T* to, Value value) {
    auto* word = reinterpret_cast<Word*>(to);
    const auto bits = static_cast<Word>(value);
    return kSystem ? atomicMax_system(word, bits) : atomicMax(word, bits);
  }
  template <class Word, class T, class Value>
  static KW_HD Word min_of(T* to, Value value) {
    auto* word = reinterpret_cast<Word*>(to);
    const auto bits = static_cast<Word>(value);
    return kSystem ? atomicMin_system(word, bits) : atomicMin(word, bits);
  }
  template <class Word>
  static KW_HD Word swap_word(Word* word, Word expected, Word desired) {
    if constexpr (!kSystem) {
      return atomicCAS(word, expected, desired);
    } else if constexpr (sizeof(Word) == 2) {
      Word old;
      asm volatile("atom.relaxed.sys.cas.b16 %0, [%1], %2, %3;"
                   : "=h"(old)
                   : "l"(word), "h"(expected), "h"(desired)
                   : "memory");
      return old;
    } else {
      return atomicCAS_system(word, expected, desired);
    }
  }

  template <class T>
  static KW_HD T add_float16(T* to, T value) {
    if constexpr (std::is_same_v<T, float16_t>) {
      T old;
      if constexpr (kSystem) {
        asm volatile("atom.relaxed.sys.add.noftz.f16 %0, [%1], %2;"
                     : "=h"(old.bits)
                     : "l"(to), "h"(value.bits)
                     : "memory");
      } else {
        asm volatile("atom.relaxed.gpu.add.noftz.f16 %0, [%1], %2;"
                     : "=h"(old.bits)
                     : "l"(to), "h"(value.bits)
                     : "memory");
      }
      return old;
    } else {  // GPUs before Hopper have no such instruction for bfloat16
      auto* word = reinterpret_cast<unsigned short*>(to);
      unsigned short seen = *word;
      for (;;) {
        const unsigned short wanted = to_bfloat16(to_float(T{seen}) + to_float(value)).bits;
        const unsigned short found = swap_word(word, seen, wanted);
        if (found == seen) {
          return T{seen};
        }
        seen = found;
      }
    }
  }
};

#else

template <core::memory_scope>
KW_HD void fence() {}
template <class T>
KW_HD T read_volatile(const T* from) {
  return *from;
}

template <core::memory_scope>
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
  static KW_HD T min(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T bit_and(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T bit_or(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T bit_xor(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T exchange(T*, T value) {
    return value;
  }
  template <class T>
  static KW_HD T compare_and_swap(T*, T expected, T) {
    return expected;
  }
};

#endif

}  // namespace kw::cuda
