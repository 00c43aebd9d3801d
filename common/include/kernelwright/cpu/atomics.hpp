/// \file
/// Atomic operations on one element. Each returns the old value.
#pragma once
#include "kernelwright/core/atomics.hpp"
#include "kernelwright/cpu/math.hpp"

namespace kw::cpu {

/// The integer of as many bytes as T has.
template <class T>
using word_of = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

/// Replaces the element by change(old), as soon as no other program came in between.
template <core::memory_order Order, class T, class Change>
KW_HD T change_atomically(T* to, Change change) {
#ifdef __CUDA_ARCH__
  return change(*to);  // never called there
#else
  using Word = word_of<T>;
  constexpr int kRead = core::acquires(Order) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
  constexpr int kBoth = core::acquires(Order) && core::releases(Order) ? __ATOMIC_ACQ_REL
                        : core::releases(Order)                        ? __ATOMIC_RELEASE
                                                                       : kRead;
  Word* word = reinterpret_cast<Word*>(to);
  Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  for (;;) {
    const T old = __builtin_bit_cast(T, seen);
    Word wanted = __builtin_bit_cast(Word, change(old));
    if (__atomic_compare_exchange_n(word, &seen, wanted, true, kBoth, kRead)) {
      return old;
    }
  }
#endif
}

/// Reads the element first, and only then whatever the program reads afterwards.
template <class T>
KW_HD T read_atomically(const T* from) {
#ifdef __CUDA_ARCH__
  return *from;  // never called there
#else
  using Word = word_of<T>;
  return __builtin_bit_cast(T,
                            __atomic_load_n(reinterpret_cast<const Word*>(from), __ATOMIC_ACQUIRE));
#endif
}

template <class T>
KW_HD bool same_bits(T a, T b) {
  using Word = word_of<T>;
  return __builtin_bit_cast(Word, a) == __builtin_bit_cast(Word, b);
}

/// What the element holds after an operation. Integers wrap around: overflow is not an error here.
template <core::atomic_operation Op, class T>
KW_HD T changed(T old, T value) {
  using enum core::atomic_operation;
  if constexpr (Op == add) {
    using C = core::compute_t<T>;
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(old) + static_cast<U>(value));
    } else {
      return core::convert<T>(static_cast<C>(core::convert<C>(old) + core::convert<C>(value)));
    }
  } else if constexpr (Op == max) {
    return math::maximum(old, value);
  } else if constexpr (Op == min) {
    return math::minimum(old, value);
  } else if constexpr (Op == bit_and) {
    return static_cast<T>(old & value);
  } else if constexpr (Op == bit_or) {
    return static_cast<T>(old | value);
  } else if constexpr (Op == bit_xor) {
    return static_cast<T>(old ^ value);
  } else {
    static_assert(Op == exchange);
    return value;
  }
}
template <core::atomic_operation Op, class T>
KW_HD T changed(T old, T expected, T desired) {
  static_assert(Op == core::atomic_operation::compare_and_swap);
  return same_bits(old, expected) ? desired : old;
}

/// Carries an operation out.
template <class Call, class Element, class... Values>
KW_HD auto apply_atomically(Element* to, Values... values) {
  if constexpr (Call::kReads) {
    return read_atomically(to);
  } else {
    return change_atomically<Call::order>(
        to, [values...](Element old) { return changed<Call::operation>(old, values...); });
  }
}

}  // namespace kw::cpu
