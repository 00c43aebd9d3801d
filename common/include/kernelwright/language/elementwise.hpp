/// \file
/// The part of the tile language that computes lane by lane.
#pragma once
#include "kernelwright/core/bits.hpp"
#include "kernelwright/core/functions.hpp"
#include "kernelwright/core/reduce.hpp"

namespace kw {

// A function of tiles alone, and one that also takes numbers: see core/numbers.hpp.
#define KW_MAP(name)                                                                         \
  template <class Function, core::any_tile... X>                                             \
  KW_TILE_OP constexpr auto name(Function function, const X&... x) const {                   \
    return map_by(function, x...);                                                           \
  }                                                                                          \
  template <class Function, core::operand... X>                                              \
  requires(core::scalar<X> || ...) KW_TILE_OP constexpr auto name(Function function, X... x) \
      const {                                                                                \
    return map_by(function, x...);                                                           \
  }

/// \brief The functions of `tl` on lanes, for a Context that derives from `language`.
///
/// They take tiles and plain numbers. 16-bit floats are computed in float32 and rounded once. Of
/// tiles of integers most do not compile; those that do say so. Errors are in units in the last
/// place (ulp) over all floats, first for float32, then for float64. On the CPU they are those of
/// the C library (here glibc's), on a GPU those that CUDA documents.
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

#define KW_FUNCTION_OF_ONE(name, takes, source) \
  KW_OF_ONE(name, apply<core::name##_op, core::domain::takes>)
#define KW_FUNCTION_OF_TWO(name, x, y, takes, source, advice) \
  KW_OF_TWO(name, apply<core::name##_op, core::domain::takes>)
#define KW_FUNCTION_OF_THREE(name, x, y, z, takes, source, advice) \
  KW_OF_THREE(name, apply<core::name##_op, core::domain::takes>)
#include "kernelwright/language/names.def"

  /// x / y for floats, with the same fast division as the operator /: 2 ulp in float32 on a GPU.
  /// With `ieee_rounding` it is div_rn.
  KW_OF_TWO(fdiv, divide)
  KW_OF_THREE_KINDS(fdiv, TILE, TILE, NUMBER, divide)
  KW_OF_THREE_KINDS(fdiv, TILE, NUMBER, NUMBER, divide)
  KW_OF_THREE_KINDS(fdiv, NUMBER, TILE, NUMBER, divide)
  KW_OF_THREE_KINDS(fdiv, NUMBER, NUMBER, NUMBER, divide)
  /// exp(x - max) divided by the sum of those along an axis: positive numbers that add up to 1. The
  /// axis is the first, as in Triton, unless you name another: axis<1> for each row of a matrix.
  /// The result has the shape of x, so `keep_dims`, next in Triton, changes nothing here.
  template <core::any_tile X, int Axis = 0>
  KW_TILE_OP constexpr auto softmax(const X& x, core::axis_constant<Axis> axis = {},
                                    bool /*keep_dims*/ = false, bool ieee_rounding = false) const {
    using T = core::value_of<X>;
    core::check_domain<core::domain::floats, T>();
    using C = core::compute_t<T>;
    const auto& tl = static_cast<const Context&>(*this);
    const auto v =
        core::map_tiles<Backend, C>(core::convert_to<C>{}, core::materialised<Backend>(x));
    using Tile = std::remove_const_t<decltype(v)>;
    const auto e = tl.exp(v - core::put_back<Axis, Tile>(tl.max(v, axis)));
    const auto sums = tl.sum(e, axis);
    return fdiv(e, core::put_back<Axis, Tile>(sums), ieee_rounding).to(dtype<T>{});
  }

  /// A function of your own, lane by lane: `tl.map([](float v) { return v > 0 ? v : 0.1f * v; },
  /// x)`. It takes a number for each tile (float for 16-bit floats) and returns one; tiles
  /// broadcast. Where tl.where computes both sides, an `if` in the function computes one.
  KW_MAP(map)
  /// The same, as Triton calls it.
  KW_MAP(map_elementwise)
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
  template <class Function, class... X>
  KW_TILE_OP constexpr auto map_by(Function function, const X&... x) const {
    using R = core::mapped_t<Function, X...>;
    static_assert(core::scalar<R>,
                  "kernelwright: the function of tl.map returns one number for each lane, but this "
                  "one returns something else.");
    return core::map_operands<Backend, R>(core::mapped_function<Function, R>{function}, x...);
  }
  template <class Op, core::domain Domain, class... X>
  KW_TILE_OP constexpr auto apply(const X&... x) const {
    using R = core::combined_t<X...>;
    core::check_domain<Domain, R>();
    return core::map_operands<Backend, R>(core::elementwise<Backend, Op, R>{}, x...);
  }
  template <class X, class Y>
  KW_TILE_OP constexpr auto divide(const X& x, const Y& y, bool ieee_rounding = false) const {
    auto quotient = apply<core::divide_op, core::domain::floats>(x, y);
    if (ieee_rounding) {
      quotient = div_rn(x, y);
    }
    return quotient;
  }
};

#undef KW_MAP

}  // namespace kw
