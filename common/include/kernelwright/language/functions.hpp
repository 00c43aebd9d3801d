/// \file
/// The part of the tile language with the functions that fewer kernels use.
#pragma once
#include "kernelwright/core/functions.hpp"
#include "kernelwright/core/reduce.hpp"

namespace kw {

/// \brief More functions of `tl` on lanes, for a Context that derives from `language`.
///
/// They take tiles and plain numbers. 16-bit floats are computed in float32 and rounded once; tiles
/// of integers do not compile. Errors are in units in the last place (ulp) over all floats, first
/// for float32, then for float64. On the CPU they are those of the C library (here glibc's), on a
/// GPU those that CUDA documents.
template <class Context, class Backend>
class function_language {
  using of = core::function;

 public:
  /// Hyperbolic tangent. CPU: 3 and 2 ulp; GPU: 2 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto tanh(const X& x) const {
    return apply<core::function_op<of::tanh>>(x);
  }
  KW_OF_ONE_NUMBER(tanh, apply<core::function_op<of::tanh>>)
  /// 1 / (1 + exp(-x)). CPU: 4 and 2 ulp; GPU: 5 + 1.3 |x| and 3, from the fast exponential. Where
  /// the result would be a subnormal number (x < -87 in float32), it may be 0.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sigmoid(const X& x) const {
    return apply<core::sigmoid_op>(x);
  }
  KW_OF_ONE_NUMBER(sigmoid, apply<core::sigmoid_op>)
  /// The error function. CPU: 1 and 1 ulp; GPU: 2 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto erf(const X& x) const {
    return apply<core::function_op<of::erf>>(x);
  }
  KW_OF_ONE_NUMBER(erf, apply<core::function_op<of::erf>>)
  /// The sine, for any number of radians. CPU: 1 and 1 ulp; GPU: 2 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sin(const X& x) const {
    return apply<core::function_op<of::sin>>(x);
  }
  KW_OF_ONE_NUMBER(sin, apply<core::function_op<of::sin>>)
  /// The cosine, for any number of radians. CPU: 1 and 1 ulp; GPU: 2 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto cos(const X& x) const {
    return apply<core::function_op<of::cos>>(x);
  }
  KW_OF_ONE_NUMBER(cos, apply<core::function_op<of::cos>>)
  /// The tangent, for any number of radians. CPU: 2 and 1 ulp; GPU: 4 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto tan(const X& x) const {
    return apply<core::function_op<of::tan>>(x);
  }
  KW_OF_ONE_NUMBER(tan, apply<core::function_op<of::tan>>)
  /// The angle whose sine is x, from -pi / 2 to pi / 2; NaN outside of [-1, 1]. CPU: 1 and 1 ulp;
  /// GPU: 2 and 2.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto asin(const X& x) const {
    return apply<core::function_op<of::asin>>(x);
  }
  KW_OF_ONE_NUMBER(asin, apply<core::function_op<of::asin>>)
  /// The angle of the point (x, y), from -pi to pi; y comes first. CPU: 2 and 1 ulp; GPU: 3 and 2.
  template <core::any_tile Y, core::any_tile X>
  KW_TILE_OP constexpr auto atan2(const Y& y, const X& x) const {
    return apply<core::function_op<of::atan2>>(y, x);
  }
  KW_OF_TWO_NUMBERS(atan2, apply<core::function_op<of::atan2>>)
  /// x to the power of y. For a negative x the result is NaN unless y is a whole number. CPU: 1 and
  /// 1 ulp; GPU: 4 and 2.
  template <core::any_tile X, core::any_tile Y>
  KW_TILE_OP constexpr auto pow(const X& x, const Y& y) const {
    return apply<core::function_op<of::pow>>(x, y);
  }
  KW_OF_TWO_NUMBERS(pow, apply<core::function_op<of::pow>>)
  /// log(1 + x), also precise near 0. CPU: 1 and 1 ulp; GPU: 1.5 and 1.5.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto log1p(const X& x) const {
    return apply<core::function_op<of::log1p>>(x);
  }
  KW_OF_ONE_NUMBER(log1p, apply<core::function_op<of::log1p>>)
  /// exp(x) - 1, also precise near 0. CPU: 1 and 1 ulp; GPU: 1.5 and 1.5.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto expm1(const X& x) const {
    return apply<core::function_op<of::expm1>>(x);
  }
  KW_OF_ONE_NUMBER(expm1, apply<core::function_op<of::expm1>>)
  /// The largest whole number that is not above x.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto floor(const X& x) const {
    return apply<core::function_op<of::floor>>(x);
  }
  KW_OF_ONE_NUMBER(floor, apply<core::function_op<of::floor>>)
  /// The smallest whole number that is not below x.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto ceil(const X& x) const {
    return apply<core::function_op<of::ceil>>(x);
  }
  KW_OF_ONE_NUMBER(ceil, apply<core::function_op<of::ceil>>)
  /// The nearest whole number; 2.5 gives 3 and -2.5 gives -3, as in C.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto round(const X& x) const {
    return apply<core::function_op<of::round>>(x);
  }
  KW_OF_ONE_NUMBER(round, apply<core::function_op<of::round>>)
  /// The nearest whole number; a tie goes to the even one: 2.5 gives 2 and 3.5 gives 4.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto rint(const X& x) const {
    return apply<core::function_op<of::rint>>(x);
  }
  KW_OF_ONE_NUMBER(rint, apply<core::function_op<of::rint>>)

  /// x * y + z, rounded once.
  template <core::any_tile X, core::any_tile Y, core::any_tile Z>
  KW_TILE_OP constexpr auto fma(const X& x, const Y& y, const Z& z) const {
    return apply<core::function_op<of::fma>>(x, y, z);
  }
  KW_OF_THREE_NUMBERS(fma, apply<core::function_op<of::fma>>)
  /// x, but not below `low` and not above `high`, lane by lane; a NaN becomes `low`. Also for
  /// integers.
  template <core::any_tile X, core::any_tile Low, core::any_tile High>
  KW_TILE_OP constexpr auto clamp(const X& x, const Low& low, const High& high) const {
    return limit(x, low, high);
  }
  KW_OF_THREE_NUMBERS(clamp, limit)
  /// x / y for floats, with the same fast division as the operator /: 2 ulp in float32 on a GPU.
  /// With `ieee_rounding` it is div_rn.
  template <core::any_tile X, core::any_tile Y>
  KW_TILE_OP constexpr auto fdiv(const X& x, const Y& y, bool ieee_rounding = false) const {
    return divide(x, y, ieee_rounding);
  }
  template <core::any_tile X, core::scalar Y>
  KW_TILE_OP constexpr auto fdiv(const X& x, Y y, bool ieee_rounding = false) const {
    return divide(x, y, ieee_rounding);
  }
  template <core::scalar X, core::any_tile Y>
  KW_TILE_OP constexpr auto fdiv(X x, const Y& y, bool ieee_rounding = false) const {
    return divide(x, y, ieee_rounding);
  }
  template <core::scalar X, core::scalar Y>
  KW_TILE_OP constexpr auto fdiv(X x, Y y, bool ieee_rounding = false) const {
    return divide(x, y, ieee_rounding);
  }
  /// x / y, rounded to nearest.
  template <core::any_tile X, core::any_tile Y>
  KW_TILE_OP constexpr auto div_rn(const X& x, const Y& y) const {
    return apply<core::function_op<of::divide_rounded>>(x, y);
  }
  KW_OF_TWO_NUMBERS(div_rn, apply<core::function_op<of::divide_rounded>>)
  /// The square root, rounded to nearest.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sqrt_rn(const X& x) const {
    return apply<core::function_op<of::sqrt_rounded>>(x);
  }
  KW_OF_ONE_NUMBER(sqrt_rn, apply<core::function_op<of::sqrt_rounded>>)

  /// exp(x - max) divided by the sum of those along an axis: positive numbers that add up to 1. The
  /// axis is the first, as in Triton, unless you name another: axis<1> for each row of a matrix.
  /// The result has the shape of x, so `keep_dims`, next in Triton, changes nothing here.
  template <core::any_tile X, int Axis = 0>
  KW_TILE_OP constexpr auto softmax(const X& x, core::axis_constant<Axis> axis = {},
                                    bool /*keep_dims*/ = false, bool ieee_rounding = false) const {
    using T = core::value_of<X>;
    check<T>();
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
  template <class Function, core::any_tile... X>
  KW_TILE_OP constexpr auto map(Function function, const X&... x) const {
    return map_by(function, x...);
  }
  template <class Function, core::operand... X>
  requires(core::scalar<X> || ...) KW_TILE_OP constexpr auto map(Function function, X... x) const {
    return map_by(function, x...);
  }
  /// The same, as Triton calls it.
  template <class Function, core::any_tile... X>
  KW_TILE_OP constexpr auto map_elementwise(Function function, const X&... x) const {
    return map_by(function, x...);
  }
  template <class Function, core::operand... X>
  requires(core::scalar<X> || ...) KW_TILE_OP
      constexpr auto map_elementwise(Function function, X... x) const {
    return map_by(function, x...);
  }

 private:
  template <class Function, class... X>
  KW_TILE_OP constexpr auto map_by(Function function, const X&... x) const {
    using R = core::mapped_t<Function, X...>;
    static_assert(core::scalar<R>,
                  "kernelwright: the function of tl.map returns one number for each lane, but this "
                  "one returns something else.");
    return core::map_operands<Backend, R>(core::mapped_function<Function, R>{function}, x...);
  }
  template <class T>
  static constexpr void check() {
    static_assert(core::floating_type<T>,
                  "kernelwright: this function needs floats, but the tile holds integers. Convert "
                  "first: x.to(float32).");
  }
  template <class Op, class R, class... X>
  KW_TILE_OP constexpr auto apply_to(const X&... x) const {
    check<R>();
    return core::map_operands<Backend, R>(core::elementwise<Backend, Op, R>{}, x...);
  }
  template <class Op, class X>
  KW_TILE_OP constexpr auto apply(const X& x) const {
    return apply_to<Op, core::value_of<X>>(x);
  }
  template <class Op, class X, class Y>
  KW_TILE_OP constexpr auto apply(const X& x, const Y& y) const {
    return apply_to<Op, core::promoted_t<X, Y>>(x, y);
  }
  template <class Op, class X, class Y, class Z>
  KW_TILE_OP constexpr auto apply(const X& x, const Y& y, const Z& z) const {
    return apply_to<Op, decltype(core::promoted_three<X, Y, Z>())>(x, y, z);
  }
  template <class X, class Low, class High>
  KW_TILE_OP constexpr auto limit(const X& x, const Low& low, const High& high) const {
    using R = decltype(core::promoted_three<X, Low, High>());
    return core::map_operands<Backend, R>(core::elementwise<Backend, core::clamp_op, R>{}, x, low,
                                          high);
  }
  template <class X, class Y>
  KW_TILE_OP constexpr auto divide(const X& x, const Y& y, bool ieee_rounding) const {
    auto quotient = apply<core::divide_op>(x, y);
    if (ieee_rounding) {
      quotient = div_rn(x, y);
    }
    return quotient;
  }
};

}  // namespace kw
