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

/// Operations in a scope. One on the whole device also serves the scope cta.
template <core::memory_scope Scope>
struct atomics {
  static constexpr bool kSystem = Scope == core::memory_scope::sys;

  template <core::atomic_operation Op, class T>
  static KW_HD T apply(const T* from) {
    static_assert(Op == core::atomic_operation::read);
    return read_volatile(from);
  }
  template <core::atomic_operation Op, class T>
  static KW_HD T apply(T* to, T value) {
    using enum core::atomic_operation;
    if constexpr (core::float16_type<T>) {
      static_assert(Op == add);
      return add_float16(to, value);
    } else if constexpr (std::is_floating_point_v<T> && Op == add) {
      return change<Op>(to, value);
    } else if constexpr (std::is_floating_point_v<T> && (Op == max || Op == min)) {
      // The bits of floats have the same order as integers, reversed for negative ones.
      constexpr core::atomic_operation kReversed = Op == max ? min : max;
      const auto bits = bits_as<signed_word<T>>(value);
      return bits >= 0 ? change_as<signed_word<T>, Op>(to, bits)
                       : change_as<unsigned_word<T>, kReversed>(to, bits);
    } else if constexpr (std::is_signed_v<T> && (Op == max || Op == min)) {
      return change_as<signed_word<T>, Op>(to, value);
    } else {
      return change_as<unsigned_word<T>, Op>(to, value);
    }
  }
  template <core::atomic_operation Op, class T>
  static KW_HD T apply(T* to, T expected, T desired) {
    static_assert(Op == core::atomic_operation::compare_and_swap);
    using Word = unsigned_word<T>;
    return bits_as<T>(
        swap_word(reinterpret_cast<Word*>(to), bits_as<Word>(expected), bits_as<Word>(desired)));
  }

 private:
  template <class Word, core::atomic_operation Op, class T, class Value>
  static KW_HD T change_as(T* to, Value value) {
    return bits_as<T>(change<Op>(reinterpret_cast<Word*>(to), bits_as<Word>(value)));
  }
  template <core::atomic_operation Op, class Word>
  static KW_HD Word change(Word* word, Word by) {
    using enum core::atomic_operation;
    if constexpr (Op == add) {
      return kSystem ? atomicAdd_system(word, by) : atomicAdd(word, by);
    } else if constexpr (Op == max) {
      return kSystem ? atomicMax_system(word, by) : atomicMax(word, by);
    } else if constexpr (Op == min) {
      return kSystem ? atomicMin_system(word, by) : atomicMin(word, by);
    } else if constexpr (Op == bit_and) {
      return kSystem ? atomicAnd_system(word, by) : atomicAnd(word, by);
    } else if constexpr (Op == bit_or) {
      return kSystem ? atomicOr_system(word, by) : atomicOr(word, by);
    } else if constexpr (Op == bit_xor) {
      return kSystem ? atomicXor_system(word, by) : atomicXor(word, by);
    } else {
      static_assert(Op == exchange);
      return kSystem ? atomicExch_system(word, by) : atomicExch(word, by);
    }
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
template <core::memory_scope>
struct atomics {
  template <core::atomic_operation, class T, class... Values>
  static KW_HD std::remove_const_t<T> apply(T* to, Values...) {
    return *to;
  }
};

#endif

}  // namespace kw::cuda
