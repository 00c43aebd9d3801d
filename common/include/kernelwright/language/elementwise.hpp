/// \file
/// The part of the tile language that computes lane by lane.
#pragma once
#include "kernelwright/core/operators.hpp"

namespace kw {

/// \brief The functions of `tl` on lanes, for a Context that derives from `language`.
template <class Context, class Backend>
class elementwise_language {
 public:
  /// Lane by lane `condition ? a : b`. Both sides are computed.
  ///
  /// Cost: one comparison and one selection a lane; none in a program whose mask passes every lane.
  template <core::operand Condition, core::operand A, core::operand B>
  KW_TILE_OP constexpr auto where(const Condition& condition, const A& a, const B& b) const {
    static_assert(
        std::is_same_v<core::value_of<Condition>, bool>,
        "kernelwright: tl.where chooses by a mask. It stands first: tl.where(mask, a, b) is "
        "a where the mask is true, else b. A comparison makes a mask, such as x > 0.");
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

  /// e to the power x. float32: error at most 2 units in the last place on the CPU; on a GPU the
  /// fast instruction, as in Triton.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp(const X& x) const {
    return map_float(core::exp_op{}, x);
  }
  /// 2 to the power x.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp2(const X& x) const {
    return map_float(core::exp2_op{}, x);
  }
  /// Natural logarithm. log(0) is -inf; of a negative number NaN.
  template <core::operand X>
  KW_TILE_OP constexpr auto log(const X& x) const {
    return map_float(core::log_op{}, x);
  }
  /// Logarithm to base 2.
  template <core::operand X>
  KW_TILE_OP constexpr auto log2(const X& x) const {
    return map_float(core::log2_op{}, x);
  }
  /// Square root; of a negative number NaN.
  template <core::operand X>
  KW_TILE_OP constexpr auto sqrt(const X& x) const {
    return map_float(core::sqrt_op{}, x);
  }
  /// 1 / sqrt(x).
  template <core::operand X>
  KW_TILE_OP constexpr auto rsqrt(const X& x) const {
    return map_float(core::rsqrt_op{}, x);
  }
  /// Absolute value, of floats and of integers.
  template <core::operand X>
  KW_TILE_OP constexpr auto abs(const X& x) const {
    using T = core::value_of<X>;
    using C = core::compute_t<T>;
    return core::map_operands<Backend, T>(
        [](T v) {
          const C c = core::convert<C>(v);
          if constexpr (std::is_floating_point_v<C>) {
            return core::convert<T>(Backend::abs(c));
          } else {
            return static_cast<T>(c < C{} ? -c : c);
          }
        },
        x);
  }

 private:
  template <class Op, class X>
  KW_TILE_OP constexpr auto map_float(Op, const X& x) const {
    using T = core::value_of<X>;
    static_assert(core::floating_type<T>,
                  "kernelwright: this function needs floats, and the tile holds integers. Convert "
                  "first: x.to(float32).");
    return core::map_operands<Backend, T>(core::elementwise_float<Backend, Op, T>{}, x);
  }
};

}  // namespace kw
