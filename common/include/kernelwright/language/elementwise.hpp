/// \file
/// The part of the tile language that computes lane by lane.
#pragma once
#include "kernelwright/core/bits.hpp"

namespace kw {

/// \brief The functions of `tl` on lanes, for a Context that derives from `language`.
template <class Context, class Backend>
class elementwise_language {
 public:
  /// `condition ? a : b`, lane by lane. Both sides are computed.
  ///
  /// Cost: one comparison and one selection per lane; none if the mask passes every lane.
  template <core::any_tile Condition, core::any_tile A, core::any_tile B>
  KW_TILE_OP constexpr auto where(const Condition& condition, const A& a, const B& b) const {
    return choose(condition, a, b);
  }
  KW_OF_THREE_NUMBERS(where, choose)

  /// The larger of two values, lane by lane.
  template <core::any_tile A, core::any_tile B>
  KW_TILE_OP constexpr auto maximum(const A& a, const B& b) const {
    return map_two<core::maximum_op>(a, b);
  }
  KW_OF_TWO_NUMBERS(maximum, map_two<core::maximum_op>)
  /// The smaller of two values, lane by lane.
  template <core::any_tile A, core::any_tile B>
  KW_TILE_OP constexpr auto minimum(const A& a, const B& b) const {
    return map_two<core::minimum_op>(a, b);
  }
  KW_OF_TWO_NUMBERS(minimum, map_two<core::minimum_op>)

  /// e to the power of x. float32: an error of at most 2 units in the last place on the CPU; on a
  /// GPU, the fast instruction, as in Triton.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto exp(const X& x) const {
    return map_float<core::exp_op>(x);
  }
  KW_OF_ONE_NUMBER(exp, map_float<core::exp_op>)
  /// 2 to the power of x.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto exp2(const X& x) const {
    return map_float<core::exp2_op>(x);
  }
  KW_OF_ONE_NUMBER(exp2, map_float<core::exp2_op>)
  /// The natural logarithm. log(0) is -inf; for a negative number it is NaN.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto log(const X& x) const {
    return map_float<core::log_op>(x);
  }
  KW_OF_ONE_NUMBER(log, map_float<core::log_op>)
  /// The logarithm to base 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto log2(const X& x) const {
    return map_float<core::log2_op>(x);
  }
  KW_OF_ONE_NUMBER(log2, map_float<core::log2_op>)
  /// The square root; NaN for a negative number.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sqrt(const X& x) const {
    return map_float<core::sqrt_op>(x);
  }
  KW_OF_ONE_NUMBER(sqrt, map_float<core::sqrt_op>)
  /// 1 / sqrt(x).
  template <core::any_tile X>
  KW_TILE_OP constexpr auto rsqrt(const X& x) const {
    return map_float<core::rsqrt_op>(x);
  }
  KW_OF_ONE_NUMBER(rsqrt, map_float<core::rsqrt_op>)
  /// The absolute value, for floats and integers.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto abs(const X& x) const {
    return map_one<core::abs_op>(x);
  }
  KW_OF_ONE_NUMBER(abs, map_one<core::abs_op>)

  /// The upper half of the product x * y, with their bits taken as unsigned numbers: bits 32 to 63
  /// for 32-bit integers, bits 64 to 127 for 64-bit ones. Types: int32, uint32, int64, uint64.
  template <core::any_tile X, core::any_tile Y>
  KW_TILE_OP constexpr auto umulhi(const X& x, const Y& y) const {
    return multiply_high(x, y);
  }
  KW_OF_TWO_NUMBERS(umulhi, multiply_high)

  /// `x.to(type)` as a function, which takes plain numbers as well: `tl.cast(n, int64)`. With
  /// `bitcast` the bits stay as they are: `tl.cast(x, int32, bitcast)`.
  template <core::any_tile X, class T>
  KW_TILE_OP constexpr auto cast(const X& x, dtype<T> type) const {
    return x.to(type);
  }
  template <core::scalar X, class T>
  KW_TILE_OP constexpr auto cast(X x, dtype<T>) const {
    return core::convert<T>(x);
  }
  template <core::any_tile X, class T>
  KW_TILE_OP constexpr auto cast(const X& x, dtype<T> type, core::bitcast_type) const {
    return x.to(type, bitcast);
  }
  template <core::scalar X, class T>
  KW_TILE_OP constexpr auto cast(X x, dtype<T>, core::bitcast_type) const {
    return core::bits_as<T>{}(x);
  }

 private:
  template <class Condition, class A, class B>
  KW_TILE_OP constexpr auto choose(const Condition& condition, const A& a, const B& b) const {
    static_assert(
        std::is_same_v<core::value_of<Condition>, bool>,
        "kernelwright: tl.where chooses by a mask. It comes first: tl.where(mask, a, b) is a where "
        "the mask is true, and b elsewhere. A comparison makes a mask, such as x > 0.");
    using R = core::promoted_t<A, B>;
    constexpr bool may_be_a =
        core::structured_mask<Condition> && core::register_tile<A> &&
        std::is_same_v<core::shape_of<A>, core::broadcast_t<core::shape_of<Condition>,
                                                            core::shape_of<A>, core::shape_of<B>>>;
    auto select = [](bool c, auto x, auto y) {
      return c ? core::convert<R>(x) : core::convert<R>(y);
    };
    if constexpr (may_be_a) {
      auto result = a.to(dtype<R>{});
      if (!condition.tile_passes()) {
        result = core::map_operands<Backend, R>(select, condition, a, b);
      }
      return result;
    } else {
      return core::map_operands<Backend, R>(select, condition, a, b);
    }
  }
  template <class X, class Y>
  KW_TILE_OP constexpr auto multiply_high(const X& x, const Y& y) const {
    using R = core::promoted_t<X, Y>;
    static_assert(core::integer_scalar<R> && sizeof(R) >= 4,
                  "kernelwright: tl.umulhi multiplies integers of 32 or 64 bits. Convert first, "
                  "such as x.to(uint32).");
    return core::map_operands<Backend, R>(core::elementwise<Backend, core::multiply_high_op, R>{},
                                          x, y);
  }
  template <class Op, class A, class B>
  KW_TILE_OP constexpr auto map_two(const A& a, const B& b) const {
    using R = core::promoted_t<A, B>;
    return core::map_operands<Backend, R>(core::elementwise<Backend, Op, R>{}, a, b);
  }
  template <class Op, class X>
  KW_TILE_OP constexpr auto map_one(const X& x) const {
    using T = core::value_of<X>;
    return core::map_operands<Backend, T>(core::elementwise_float<Backend, Op, T>{}, x);
  }
  template <class Op, class X>
  KW_TILE_OP constexpr auto map_float(const X& x) const {
    static_assert(core::floating_type<core::value_of<X>>,
                  "kernelwright: this function needs floats, but the tile holds integers. Convert "
                  "first: x.to(float32).");
    return map_one<Op>(x);
  }
};

}  // namespace kw
