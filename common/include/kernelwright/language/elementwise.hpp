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
  template <core::operand Condition, core::operand A, core::operand B>
  KW_TILE_OP constexpr auto where(const Condition& condition, const A& a, const B& b) const {
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

  /// The larger of two values, lane by lane.
  template <core::operand A, core::operand B>
  KW_TILE_OP constexpr auto maximum(const A& a, const B& b) const {
    using R = core::promoted_t<A, B>;
    return core::map_operands<Backend, R>(core::elementwise<Backend, core::maximum_op, R>{}, a, b);
  }
  /// The smaller of two values, lane by lane.
  template <core::operand A, core::operand B>
  KW_TILE_OP constexpr auto minimum(const A& a, const B& b) const {
    using R = core::promoted_t<A, B>;
    return core::map_operands<Backend, R>(core::elementwise<Backend, core::minimum_op, R>{}, a, b);
  }

  /// e to the power of x. float32: an error of at most 2 units in the last place on the CPU; on a
  /// GPU, the fast instruction, as in Triton.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp(const X& x) const {
    return map_float(core::exp_op{}, x);
  }
  /// 2 to the power of x.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp2(const X& x) const {
    return map_float(core::exp2_op{}, x);
  }
  /// The natural logarithm. log(0) is -inf; for a negative number it is NaN.
  template <core::operand X>
  KW_TILE_OP constexpr auto log(const X& x) const {
    return map_float(core::log_op{}, x);
  }
  /// The logarithm to base 2.
  template <core::operand X>
  KW_TILE_OP constexpr auto log2(const X& x) const {
    return map_float(core::log2_op{}, x);
  }
  /// The square root; NaN for a negative number.
  template <core::operand X>
  KW_TILE_OP constexpr auto sqrt(const X& x) const {
    return map_float(core::sqrt_op{}, x);
  }
  /// 1 / sqrt(x).
  template <core::operand X>
  KW_TILE_OP constexpr auto rsqrt(const X& x) const {
    return map_float(core::rsqrt_op{}, x);
  }
  /// The absolute value, for floats and integers.
  template <core::operand X>
  KW_TILE_OP constexpr auto abs(const X& x) const {
    using T = core::value_of<X>;
    return core::map_operands<Backend, T>(core::elementwise_float<Backend, core::abs_op, T>{}, x);
  }

  /// The upper half of the product x * y, with their bits taken as unsigned numbers: bits 32 to 63
  /// for 32-bit integers, bits 64 to 127 for 64-bit ones. Types: int32, uint32, int64, uint64.
  template <core::operand X, core::operand Y>
  KW_TILE_OP constexpr auto umulhi(const X& x, const Y& y) const {
    using R = core::promoted_t<X, Y>;
    static_assert(core::integer_scalar<R> && sizeof(R) >= 4,
                  "kernelwright: tl.umulhi multiplies integers of 32 or 64 bits. Convert first, "
                  "such as x.to(uint32).");
    return core::map_operands<Backend, R>(core::elementwise<Backend, core::multiply_high_op, R>{},
                                          x, y);
  }

  /// `x.to(type)` as a function, which takes plain numbers as well: `tl.cast(n, int64)`. With
  /// `bitcast` the bits stay as they are: `tl.cast(x, int32, bitcast)`.
  template <core::operand X, class T>
  KW_TILE_OP constexpr auto cast(const X& x, dtype<T> type) const {
    if constexpr (core::any_tile<X>) {
      return x.to(type);
    } else {
      return core::convert<T>(x);
    }
  }
  template <core::operand X, class T>
  KW_TILE_OP constexpr auto cast(const X& x, dtype<T> type, core::bitcast_type) const {
    if constexpr (core::any_tile<X>) {
      return x.to(type, bitcast);
    } else {
      return core::bits_as<T>{}(x);
    }
  }

 private:
  template <class Op, class X>
  KW_TILE_OP constexpr auto map_float(Op, const X& x) const {
    using T = core::value_of<X>;
    static_assert(core::floating_type<T>,
                  "kernelwright: this function needs floats, but the tile holds integers. Convert "
                  "first: x.to(float32).");
    return core::map_operands<Backend, T>(core::elementwise_float<Backend, Op, T>{}, x);
  }
};

}  // namespace kw
