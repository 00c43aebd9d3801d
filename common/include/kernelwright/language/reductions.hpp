/// \file
/// The part of the tile language that combines the elements of a tile.
#pragma once
#include "kernelwright/core/reduce.hpp"

namespace kw {

/// \brief The functions of `tl` along an axis, for a Context that derives from `language`.
template <class Context, class Backend>
class reduction_language {
 public:
  /// The sum along an axis, or of all elements: (M, N) over axis<1> gives (M).
  ///
  /// 16-bit floats accumulate in float32, narrow integers in int32. The order of a float sum is the
  /// backend's own, and the same in every run.
  /// Cost: in each thread, then shuffles within a warp, then one pass through shared memory.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sum(const X& x) const {
    return reduce_all(op<core::add_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto sum(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::add_op>(), core::materialised<Backend>(x));
  }
  /// The largest element along an axis, or of all. Load with `other=-inf` where lanes are masked.
  ///
  /// A NaN loses to a number; only of NaNs alone is the maximum NaN.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto max(const X& x) const {
    return reduce_all(op<core::maximum_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto max(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::maximum_op>(), core::materialised<Backend>(x));
  }
  /// The smallest element along an axis, or of all. Load with `other=inf` where lanes are masked.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto min(const X& x) const {
    return reduce_all(op<core::minimum_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto min(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::minimum_op>(), core::materialised<Backend>(x));
  }
  /// The mean along an axis, or of all elements of the tile, masked lanes included: divide a sum by
  /// your own count where some lanes do not count. Integers give float32.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto mean(const X& x) const {
    return sum(as_floats(x)) / static_cast<float>(X::shape_type::size);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto mean(const X& x, core::axis_constant<Axis> axis) const {
    using Shape = typename X::shape_type;
    constexpr int count = Axis == 0 && Shape::rank == 2 ? Shape::d0 : Shape::d1;
    return sum(as_floats(x), axis) / static_cast<float>(count);
  }
  /// Where the largest element along an axis stands, int32; of equal ones the first.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto argmax(const X& x, core::axis_constant<Axis>) const {
    return core::index_of_best<Axis, core::maximum_op>(self(), core::materialised<Backend>(x));
  }
  /// Where the smallest element along an axis stands, int32; of equal ones the first.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto argmin(const X& x, core::axis_constant<Axis>) const {
    return core::index_of_best<Axis, core::minimum_op>(self(), core::materialised<Backend>(x));
  }
  /// Combines all elements along an axis with a function of your own, such as
  /// `[](auto a, auto b) { return a * b; }`. It must be associative and commutative: the order is
  /// the backend's own.
  template <core::any_tile X, int Axis, class Combine>
  KW_TILE_OP constexpr auto reduce(const X& x, core::axis_constant<Axis>, Combine combine) const {
    return core::reduce_axis<Axis>(self(), combine, core::materialised<Backend>(x));
  }
  /// The running sum along an axis: element k is the sum of elements 0 to k. Types as in sum.
  ///
  /// Cost: log2 of the extent steps through shared memory.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto cumsum(const X& x, core::axis_constant<Axis>) const {
    core::check_axis<Axis, X>();
    using T = core::value_of<X>;
    using C = core::accumulator_t<T>;
    auto running =
        core::map_tiles<Backend, C>(core::convert_to<C>{}, core::materialised<Backend>(x));
    constexpr int axis = X::shape_type::rank == 2 ? Axis : 1;
    self().template scan<axis>(op<core::add_op>(), running);
    return running.to(dtype<core::reduced_t<T>>{});
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }

  template <class Op>
  static KW_TILE_OP constexpr auto op() {
    return core::combine_with<Backend, Op>{};
  }

  template <class Combine, class X>
  KW_TILE_OP constexpr auto reduce_all(Combine combine, const X& x) const {
    if constexpr (X::shape_type::rank == 2) {
      return core::reduce_axis<0>(
          self(), combine, core::reduce_axis<1>(self(), combine, core::materialised<Backend>(x)));
    } else {
      return core::reduce_axis<0>(self(), combine, core::materialised<Backend>(x));
    }
  }

  template <class X>
  KW_TILE_OP constexpr decltype(auto) as_floats(const X& x) const {
    if constexpr (core::floating_type<core::value_of<X>>) {
      return (x);
    } else {
      return core::materialised<Backend>(x).to(float32);
    }
  }
};

}  // namespace kw
