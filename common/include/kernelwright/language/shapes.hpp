/// \file
/// The part of the tile language that gives tiles other shapes and moves their elements. A tile of
/// more than two axes is written as
///
///     auto place = i(_, None, None) * 64 + j(None, _, None) * 8 + k(None, None, _);
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/core/tuple.hpp"

namespace kw {

/// \brief The functions of `tl` on shapes, for a Context that derives from `language`.
template <class Context, class Backend>
class shape_language {
 public:
  /// The same elements, in row-major order, as a tile of another shape: `tl.reshape(x, shape<4,
  /// 8>)`. Cost: none; no element moves between threads.
  template <class X, class Shape>
  KW_TILE_OP auto reshape(const X& x, Shape) const {
    check<X>();
    check_shape<Shape>();
    return core::reshape<Shape>(settled(x));
  }
  /// The same as reshape.
  template <class X, class Shape>
  KW_TILE_OP auto view(const X& x, Shape to) const {
    return reshape(x, to);
  }
  /// The elements as a 1-D tile. Cost: none.
  template <class X>
  KW_TILE_OP auto ravel(const X& x) const {
    check<X>();
    return core::reshape<core::tile_shape<core::shape_of<X>::size>>(settled(x));
  }
  /// A new axis of extent 1, at each of the places that are named: axis<1> turns (M, N) into (M, 1,
  /// N). Cost: none. `x(_, None, _)` is the same.
  template <class X, int... Axis>
  KW_TILE_OP auto expand_dims(const X& x, core::axis_constant<Axis>...) const {
    check<X>();
    constexpr int rank = core::shape_of<X>::rank + static_cast<int>(sizeof...(Axis));
    static_assert(((Axis >= -rank && Axis < rank) && ...),
                  "kernelwright: tl.expand_dims takes the places of the new axes, counted in the "
                  "result: axis<0> to axis<2> for a tile that gets its third.");
    constexpr unsigned kNew = (0u | ... | (1u << (Axis < 0 ? Axis + rank : Axis) % 32));
    using To = core::shape_of_extents<rank, core::expanded_extents<core::shape_of<X>, kNew>>;
    return core::reshape<To>(settled(x));
  }
  /// x repeated along its axes of extent 1, to a shape that it broadcasts to.
  ///
  /// Operators broadcast by themselves. Cost: one pass through shared memory.
  template <class X, class Shape>
  requires(!core::scalar<X>) KW_TILE_OP auto broadcast_to(const X& x, Shape) const {
    check<X>();
    check_shape<Shape>();
    return core::broadcast_to<Backend, Shape>(settled(x));
  }
  template <core::scalar X, class Shape>
  KW_TILE_OP auto broadcast_to(X x, Shape to) const {
    check_shape<Shape>();
    return static_cast<const Context&>(*this).full(to, x);
  }
  /// Both tiles, broadcast against each other, as a tuple.
  template <class X, class Y>
  KW_TILE_OP auto broadcast(const X& x, const Y& y) const {
    check<X>();
    check<Y>();
    constexpr core::broadcast_t<core::shape_of<X>, core::shape_of<Y>> both;
    return tuple(broadcast_to(x, both), broadcast_to(y, both));
  }
  /// The axes in another order: axis m of the result is the m-th that is named. `tl.permute(x,
  /// axis<1>, axis<2>, axis<0>)` turns (M, N, K) into (N, K, M). Cost: as for trans.
  template <class X, int... Axis>
  KW_TILE_OP auto permute(const X& x, core::axis_constant<Axis>...) const {
    check<X>();
    return core::permute<core::place_of_axis<Axis, core::shape_of<X>>...>(settled(x));
  }
  /// The transpose of a 2-D tile: (M, N) becomes (N, M).
  ///
  /// Cost: none by itself. Storing it moves the data between threads, through shared memory.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto trans(const X& x) const {
    if constexpr (core::deferred_tile<X>) {
      return x.transposed();
    } else {
      return core::transpose(core::materialised<Backend>(x));
    }
  }
  /// The transpose of a stream's tile, as an operand of `dot`. No data is moved.
  template <core::stream_tile Tile>
  KW_TILE_OP constexpr auto trans(const Tile& tile) const {
    return tile.transposed();
  }
  /// The same as permute: tl.trans with axes.
  template <class X, class First, class... Axis>
  KW_TILE_OP auto trans(const X& x, First first, Axis... order) const {
    return permute(x, first, order...);
  }
  /// Two tiles of one shape side by side along a new last axis: (M, N) becomes (M, N, 2). Cost:
  /// none where both have the same layout.
  template <class X, class Y>
  KW_TILE_OP auto join(const X& x, const Y& y) const {
    check<X>();
    check<Y>();
    static_assert(std::is_same_v<core::shape_of<X>, core::shape_of<Y>>,
                  "kernelwright: tl.join, tl.interleave and tl.cat take two tiles of one shape. "
                  "tl.broadcast_to(x, shape<M, N>) repeats a smaller one.");
    using R = core::promoted_t<X, Y>;
    constexpr core::convert_to<R> convert{};
    const auto a = core::map_tiles<Backend, R>(convert, core::materialised<Backend>(x));
    const auto b = core::map_tiles<Backend, R>(convert, core::materialised<Backend>(y));
    return core::join(a, core::in_layout<typename decltype(a)::layout_type>(b));
  }
  /// The opposite of join: (M, N, 2) becomes a tuple of two tiles (M, N). `auto [even, odd] =
  /// tl.split(tl.reshape(x, shape<N / 2, 2>))`.
  template <class X>
  KW_TILE_OP auto split(const X& x) const {
    check<X>();
    using Shape = core::shape_of<X>;
    static_assert(Shape::rank >= 2 && Shape::d1 == 2,
                  "kernelwright: tl.split takes a tile whose last axis has extent 2, such as "
                  "tl.reshape(x, shape<N / 2, 2>), and makes two tiles without that axis.");
    const auto& tile = core::materialised<Backend>(x);
    using L = typename std::remove_cvref_t<decltype(tile)>::layout_type;
    using Pairs = typename decltype(core::pick_layout_of_pairs<Shape, L>())::type;
    const auto pairs = core::in_layout<Pairs>(tile);
    return tuple(core::half_of<0>(pairs), core::half_of<1>(pairs));
  }
  /// The elements of two tiles in turn along the last axis: (M, N) becomes (M, 2 N).
  template <class X, class Y>
  KW_TILE_OP auto interleave(const X& x, const Y& y) const {
    constexpr int last = core::shape_of<X>::rank - 1;
    return core::reshape<with_twice<core::shape_of<X>, last>>(join(x, y));
  }
  /// Two tiles of one shape one after the other along an axis, which is the first unless another is
  /// named: (N) becomes (2 N). The order of elements is kept. Cost: none if both have the same
  /// layout.
  template <class X, class Y, int Axis = 0>
  KW_TILE_OP auto cat(const X& x, const Y& y, core::axis_constant<Axis> = {}) const {
    constexpr int along = core::place_of_axis<Axis, core::shape_of<X>>;
    static_assert(along >= 0 && along < core::shape_of<X>::rank,
                  "kernelwright: this tile has no such axis.");
    // The new axis moves in front of the one to double.
    return core::reshape<with_twice<core::shape_of<X>, along>>(
        core::moved_from_the_end<along>(join(x, y)));
  }
  /// The elements in reverse order along an axis, the last one if none is named. Cost: one pass
  /// through shared memory.
  template <class X, int Axis = -1>
  KW_TILE_OP auto flip(const X& x, core::axis_constant<Axis> = {}) const {
    check<X>();
    core::check_axis<Axis, X>();
    return core::flip<core::place_of_axis<Axis, core::shape_of<X>>>(settled(x));
  }
  /// \brief Elements of a tile, selected along an axis by a tile of indices: for axis<1>, element
  /// (i, j) of the result is `x(i, index(i, j))`.
  ///
  /// The result has the shape of `index`, whose extents are those of `x` except along the axis. An
  /// index outside the tile is an error that the CPU reports. Cost: one pass through shared memory.
  template <class X, class Index, int Axis>
  KW_TILE_OP auto gather(const X& x, const Index& index, core::axis_constant<Axis>,
                         source_place at = source_place::here()) const {
    check<X>();
    check<Index>();
    using Shape = core::shape_of<X>;
    static_assert(core::integer_scalar<core::value_of<Index>>,
                  "kernelwright: tl.gather takes a tile, a tile of integers that says which of its "
                  "elements, and an axis.");
    constexpr int along = core::place_of_axis<Axis, Shape>;
    (void)core::this_tile_is_gathered_by_indices_of_shape<Shape, core::shape_of<Index>, along>{};
    const auto& elements = core::materialised<Backend>(x);
    const auto& numbers = core::materialised<Backend>(index);
    if constexpr (Backend::kThreads == 1) {
      constexpr int extent = core::extents<Shape>::at(along);
      static_cast<const Context&>(*this).assert_lanes(
          (numbers >= 0) & (numbers < extent),
          "tl.gather: every index is inside the tile, along the axis", at);
    }
    return core::gather<along>(elements, numbers);
  }

 private:
  template <class X>
  static constexpr void check() {
    static_assert(core::any_tile<X>,
                  "kernelwright: this function of tl takes a tile that was loaded or computed.");
  }
  template <class To>
  static constexpr void check_shape() {
    static_assert(core::is_shape<To>,
                  "kernelwright: a shape is given as a type, size<N> or shape<M, N>; extents are "
                  "known at compile time.");
  }
  /// Indices and masks stay formulas; values that are still being computed are waited for.
  template <class X>
  KW_HD static constexpr decltype(auto) settled(const X& x) {
    if constexpr (core::lazy_tile<X>) {
      return (x);
    } else {
      return core::materialised<Backend>(x);
    }
  }
  template <class Shape, int Axis>
  using with_twice = core::with_extent<Shape, Axis, 2 * core::extents<Shape>::at(Axis)>;
};

}  // namespace kw
