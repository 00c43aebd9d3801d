/// \file
/// Atomic operations on one element, relaxed. Each returns the old value.
#pragma once
#include "kernelwright/cpu/math.hpp"

namespace kw::cpu {

template <int Bytes>
struct word_of;
template <>
struct word_of<2> {
  using type = std::uint16_t;
};
template <>
struct word_of<4> {
  using type = std::uint32_t;
};
template <>
struct word_of<8> {
  using type = std::uint64_t;
};

/// Replaces the element by change(old) once nobody came in between.
template <class T, class Change>
KW_HD T change_atomically(T* to, Change change) {
#ifdef __CUDA_ARCH__
  return change(*to);  // never called there
#else
  using Word = typename word_of<sizeof(T)>::type;
  Word* word = reinterpret_cast<Word*>(to);
  Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  for (;;) {
    const T old = __builtin_bit_cast(T, seen);
    Word wanted = __builtin_bit_cast(Word, change(old));
    if (__atomic_compare_exchange_n(word, &seen, wanted, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
      return old;
    }
  }
#endif
}

/// What core::atomic_add_op and the others apply.
struct atomics {
  template <class T>
  static KW_HD T add(T* to, T value) {
    using C = core::compute_t<T>;
    return change_atomically(to, [value](T old) {
      return core::convert<T>(static_cast<C>(core::convert<C>(old) + core::convert<C>(value)));
    });
  }
  template <class T>
  static KW_HD T max(T* to, T value) {
    return change_atomically(to, [value](T old) { return math::maximum(old, value); });
  }
  template <class T>
  static KW_HD T compare_and_swap(T* to, T expected, T desired) {
    return change_atomically(to, [=](T old) { return old == expected ? desired : old; });
  }
};

}  // namespace kw::cpu
