/// \file
/// Comparisons as values, and the ends of the range of indices that a mask lets through.
#pragma once
#include <cstdint>
#include <type_traits>

#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::core {

enum class comparison { less, less_equal, greater, greater_equal, equal, not_equal };

template <comparison Op, class A, class B>
KW_HD constexpr bool compare_values(A a, B b) {
  if constexpr (Op == comparison::less) {
    return a < b;
  } else if constexpr (Op == comparison::less_equal) {
    return a <= b;
  } else if constexpr (Op == comparison::greater) {
    return a > b;
  } else if constexpr (Op == comparison::greater_equal) {
    return a >= b;
  } else if constexpr (Op == comparison::equal) {
    return a == b;
  } else {
    return a != b;
  }
}

/// The comparison with its operands exchanged: a < b is b > a.
constexpr comparison exchanged(comparison op) {
  using enum comparison;
  constexpr comparison of[] = {greater, greater_equal, less, less_equal, equal, not_equal};
  return of[static_cast<int>(op)];
}

/// The comparison that is true where this one is false.
constexpr comparison negated(comparison op) {
  using enum comparison;
  constexpr comparison of[] = {greater_equal, greater, less_equal, less, not_equal, equal};
  return of[static_cast<int>(op)];
}

constexpr bool is_upper_bound(comparison op) {
  return op == comparison::less || op == comparison::less_equal;
}
constexpr bool is_ordered(comparison op) {
  return op != comparison::equal && op != comparison::not_equal;
}

/// A mask that a kernel assigns to: `mask = mask & (i > 3)`. The type of a mask says which formula
/// it is, so only a formula with the same strides can narrow it: then both ends of the range of
/// indices are known, and the mask remembers the one that its own comparison does not have. The
/// compiler removes this where nothing is assigned.
template <comparison Op, class Int>
struct other_end {
  static constexpr Int kLowest =
      std::is_signed_v<Int> ? static_cast<Int>(Int{1} << (8 * sizeof(Int) - 1)) : Int{};
  static constexpr Int kNone = is_upper_bound(Op) ? kLowest : static_cast<Int>(~kLowest);

  Int value = kNone;  ///< the first index that passes, or the last one

  KW_HD constexpr bool is_set() const { return value != kNone; }
  KW_HD constexpr bool passes(Int index) const {
    return is_upper_bound(Op) ? index >= value : index <= value;
  }
};

/// Indices from `first` to `last` pass, both included.
struct index_range {
  std::int64_t first, last;
};
/// value + by, or the last integer on the way there.
KW_HD constexpr std::int64_t shifted(std::int64_t value, std::int64_t by) {
  constexpr std::int64_t most = 0x7fffffffffffffff;
  if (by > 0 && value > most - by) {
    return most;
  }
  return by < 0 && value < -most - 1 - by ? -most - 1 : value + by;
}

/// Can a mask of type From narrow one of type To? See core/narrowed_masks.hpp.
template <class To, class From>
inline constexpr bool narrows_mask = false;
struct uniform_mask;
template <class To>
inline constexpr bool narrows_mask<To, uniform_mask> = true;

}  // namespace kw::core
