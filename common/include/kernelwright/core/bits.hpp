/// \file
/// The operators on bits and masks: & | ^ ~ << >> of integers, & | ^ ~ ! of masks.
#pragma once
#include "kernelwright/core/narrowed_masks.hpp"
#include "kernelwright/core/operators.hpp"

namespace kw::core {

// Shifting by the width of the type or more, or by less than 0, leaves no bit of the operand: the
// result is 0, or -1 for a negative number shifted right. C++ and Triton promise nothing there, and
// processors differ.
struct shift_left_op {
  template <class Backend, class T>
  static KW_HD constexpr T apply(T a, T b) {
    using U = std::make_unsigned_t<T>;
    using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr U width = 8 * sizeof(T);
    const U amount = static_cast<U>(b);
    return amount < width ? static_cast<T>(static_cast<Wide>(a) << amount) : T{};
  }
};
struct shift_right_op {
  template <class Backend, class T>
  static KW_HD constexpr T apply(T a, T b) {
    using U = std::make_unsigned_t<T>;
    constexpr U width = 8 * sizeof(T);
    const U amount = static_cast<U>(b);
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(a >> (amount < width ? amount : static_cast<U>(width - 1)));
    } else {
      return amount < width ? static_cast<T>(a >> amount) : T{};
    }
  }
};

template <class T>
KW_HD constexpr decltype(auto) as_mask(const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return uniform_mask{x};
  } else {
    return (x);
  }
}

template <class A, class B>
constexpr void check_bits() {
  static_assert(std::is_integral_v<value_of<A>> && std::is_integral_v<value_of<B>>,
                "kernelwright: & | ^ work on the bits of integers and on masks, but one side holds "
                "floats. x.to(int32) converts numbers, x.to(int32, bitcast) takes their bits.");
  static_assert(
      !(mask_tile<A> && integer_scalar<B>)&&!(integer_scalar<A> && mask_tile<B>),
      "kernelwright: & | ^ combine a mask with masks and conditions, but one side is a plain "
      "number. Compare it, such as n > 0, or make numbers of the mask: mask.to(int32).");
}
template <class A, class B>
constexpr void check_shift() {
  static_assert(
      integer_scalar<value_of<A>> && integer_scalar<value_of<B>>,
      "kernelwright: << and >> shift the bits of integers, but one side holds floats or is a mask. "
      "x.to(int32) converts numbers and masks, x.to(int32, bitcast) takes the bits of floats.");
}

// A mistake returns a mask, so the compiler complains only once.
template <class Op, class A, class B>
KW_TILE_OP constexpr auto combine_bits(const A& a, const B& b) {
  check_bits<A, B>();
  if constexpr (std::is_integral_v<value_of<A>> && std::is_integral_v<value_of<B>>) {
    return combine<Op>(a, b);
  } else {
    return compare<comparison::equal>(a, b);
  }
}
template <class Op, class A, class B>
KW_TILE_OP constexpr auto combine_shifted(const A& a, const B& b) {
  check_shift<A, B>();
  if constexpr (integer_scalar<value_of<A>> && integer_scalar<value_of<B>>) {
    return combine<Op>(a, b);
  } else {
    return compare<comparison::equal>(a, b);
  }
}

template <class A, class B>
KW_HD constexpr auto both(const A& a, const B& b) {
  constexpr bool structured = (structured_mask<A> || std::is_same_v<A, bool>)&&(
      structured_mask<B> || std::is_same_v<B, bool>)&&!is_long_formula<A, B>;
  if constexpr (structured) {
    auto left = as_mask(a);
    auto right = as_mask(b);
    return both_masks<decltype(left), decltype(right)>{{}, left, right};
  } else {
    return combine_bits<and_op>(a, b);
  }
}
template <class A, class B>
KW_HD constexpr auto shift_left(const A& a, const B& b) {
  if constexpr (index_tile_type<A> && integer_scalar<B>) {
    using Int = value_of<A>;
    return scale_indices(a, shift_left_op::apply<index_arithmetic>(Int{1}, static_cast<Int>(b)));
  } else {
    return combine_shifted<shift_left_op>(a, b);
  }
}
KW_OPERATOR(&, kw::core::both)
KW_OPERATOR(|, kw::core::combine_bits<or_op>)
KW_OPERATOR(^, kw::core::combine_bits<xor_op>)
KW_OPERATOR(<<, kw::core::shift_left)
KW_OPERATOR(>>, kw::core::combine_shifted<shift_right_op>)

/// The opposite of a comparison. A mask that is a variable may have been narrowed at both ends, and
/// then its opposite is no comparison.
template <comparison Op, class Index>
KW_TILE_OP constexpr auto operator!(bound_mask<Op, Index>&& mask) {
  return bound_mask<negated(Op), Index>{{}, mask.index, mask.bound};
}
template <mask_tile A>
KW_TILE_OP constexpr auto operator!(const A& mask) {
  if constexpr (requires { requires !A::kCanBeNarrowed; }) {
    auto opposite = mask;
    return !static_cast<A&&>(opposite);
  } else {
    return mask == false;
  }
}
template <any_tile A>
KW_TILE_OP constexpr auto operator~(const A& a) {
  static_assert(std::is_integral_v<value_of<A>>,
                "kernelwright: ~ turns the bits of integers and the lanes of masks around, and "
                "this tile holds floats. x.to(int32, bitcast) takes their bits.");
  if constexpr (mask_tile<A>) {
    return !a;
  } else if constexpr (!std::is_integral_v<value_of<A>>) {
    return a == false;
  } else {
    return combine<xor_op>(a, static_cast<value_of<A>>(-1));
  }
}
template <comparison Op, class Index>
KW_TILE_OP constexpr auto operator~(bound_mask<Op, Index>&& mask) {
  return !static_cast<bound_mask<Op, Index>&&>(mask);
}

KW_ASSIGNMENT(&)
KW_ASSIGNMENT(|)
KW_ASSIGNMENT(^)
KW_ASSIGNMENT(<<)
KW_ASSIGNMENT(>>)

// A mask of indices is a formula, and its type says which one; the same is true of an index tile.
template <class A, class B>
constexpr void check_change_in_place() {
  static_assert(
      never<A, B> || !mask_tile<A>,
      "kernelwright: a mask of indices keeps its type. Write a new variable, such as auto "
      "both = mask & (x > 0). A mask that a loop changes begins as values: auto mask = "
      "tl.full(size<N>, true) & (offsets < n).");
  static_assert(
      never<A, B> || mask_tile<A>,
      "kernelwright: an index tile keeps its type. Write a new variable, such as auto scaled = "
      "offsets * n. Only += and -= with a number change one in place. Indices that a loop changes "
      "otherwise begin as values: auto k = tl.zeros(size<N>, int32) + offsets.");
}
template <lazy_tile A, operand B>
KW_TILE_OP constexpr A& operator&=(A& a, B b) {
  if constexpr (structured_mask<A>) {
    return a = a & b;
  } else {
    check_change_in_place<A, B>();
    return a;
  }
}
/// Can an index tile be moved by B? Then `+=` and `-=` are those of its own (index_tile.hpp).
template <class A, class B>
inline constexpr bool moves_indices = index_tile_type<A>&& integer_scalar<B>;

#define KW_NOT_IN_PLACE(op, Unless)                                       \
  template <lazy_tile A, operand B>                                       \
  requires(!Unless) KW_TILE_OP constexpr A& operator op(A& a, const B&) { \
    check_change_in_place<A, B>();                                        \
    return a;                                                             \
  }
KW_NOT_IN_PLACE(|=, false)
KW_NOT_IN_PLACE(^=, false)
KW_NOT_IN_PLACE(<<=, false)
KW_NOT_IN_PLACE(>>=, false)
KW_NOT_IN_PLACE(/=, false)
KW_NOT_IN_PLACE(%=, false)
KW_NOT_IN_PLACE(+=, (moves_indices<A, B>))
KW_NOT_IN_PLACE(-=, (moves_indices<A, B>))
KW_NOT_IN_PLACE(*=, index_tile_type<A>)
#undef KW_NOT_IN_PLACE

template <class A, class B>
requires tile_operands<A, B> KW_TILE_OP constexpr auto operator&&(const A& a, const B& b) {
  static_assert(never<A, B>,
                "kernelwright: combine masks with & (lane by lane), not with && (one truth value). "
                "Mind the parentheses: (rows < m) & (cols < n).");
  return compare<comparison::equal>(a, b);
}
template <class A, class B>
requires tile_operands<A, B> KW_TILE_OP constexpr auto operator||(const A& a, const B& b) {
  static_assert(never<A, B>,
                "kernelwright: combine masks with | (lane by lane), not with || (one truth value). "
                "Mind the parentheses: (rows < m) | (cols < n).");
  return compare<comparison::equal>(a, b);
}

}  // namespace kw::core
