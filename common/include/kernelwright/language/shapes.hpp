/// \file
/// The part of the tile language that gives tiles other shapes and moves their elements. These are
/// only the declarations; <kernelwright/shapes.hpp>, which few kernels need, has the definitions.
#pragma once
#include "kernelwright/core/shape.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// \brief The functions of `tl` on shapes, for a Context that derives from `language`. A kernel
/// that calls them includes <kernelwright/shapes.hpp>, which also brings tiles of more than two
/// axes.
template <class Context, class Backend>
class shape_language {
  using shapes = core::shape_functions<Context, Backend>;

 public:
  /// The same elements, in row-major order, as a tile of another shape: `tl.reshape(x, shape<4,
  /// 8>)`. Cost: none; no element moves between threads.
  template <class X, class Shape>
  KW_TILE_OP auto reshape(const X& x, Shape to) const {
    return shapes::reshape(x, to);
  }
  /// The same as reshape.
  template <class X, class Shape>
  KW_TILE_OP auto view(const X& x, Shape to) const {
    return shapes::reshape(x, to);
  }
  /// The elements as a 1-D tile. Cost: none.
  template <class X>
  KW_TILE_OP auto ravel(const X& x) const {
    return shapes::ravel(x);
  }
  /// A new axis of extent 1, at each of the places that are named: axis<1> turns (M, N) into (M, 1,
  /// N). Cost: none. `x(_, None, _)` is the same.
  template <class X, class... Axis>
  KW_TILE_OP auto expand_dims(const X& x, Axis... at) const {
    return shapes::expand_dims(x, at...);
  }
  /// x repeated along its axes of extent 1, to a shape that it broadcasts to.
  ///
  /// Operators broadcast by themselves. Cost: one pass through shared memory.
  template <class X, class Shape>
  KW_TILE_OP auto broadcast_to(const X& x, Shape to) const {
    return shapes::broadcast_to(x, to);
  }
  /// Both tiles, broadcast against each other, as a tuple.
  template <class X, class Y>
  KW_TILE_OP auto broadcast(const X& x, const Y& y) const {
    return shapes::broadcast(x, y);
  }
  /// The axes in another order: axis m of the result is the m-th that is named. `tl.permute(x,
  /// axis<1>, axis<2>, axis<0>)` turns (M, N, K) into (N, K, M). Cost: as for trans.
  template <class X, class... Axis>
  KW_TILE_OP auto permute(const X& x, Axis... order) const {
    return shapes::permute(x, order...);
  }
  /// The same as permute: tl.trans with axes.
  template <class X, class First, class... Axis>
  KW_TILE_OP auto trans(const X& x, First first, Axis... order) const {
    return shapes::permute(x, first, order...);
  }
  /// Two tiles of one shape side by side along a new last axis: (M, N) becomes (M, N, 2). Cost:
  /// none where both have the same layout.
  template <class X, class Y>
  KW_TILE_OP auto join(const X& x, const Y& y) const {
    return shapes::join(x, y);
  }
  /// The opposite of join: (M, N, 2) becomes a tuple of two tiles (M, N). `auto [even, odd] =
  /// tl.split(tl.reshape(x, shape<N / 2, 2>))`.
  template <class X>
  KW_TILE_OP auto split(const X& x) const {
    return shapes::split(x);
  }
  /// The elements of two tiles in turn along the last axis: (M, N) becomes (M, 2 N).
  template <class X, class Y>
  KW_TILE_OP auto interleave(const X& x, const Y& y) const {
    return shapes::interleave(x, y);
  }
  /// Two tiles of one shape one after the other along an axis, which is the first unless another is
  /// named: (N) becomes (2 N). The order of elements is kept. Cost: none if both have the same
  /// layout.
  template <class X, class Y, class... Axis>
  KW_TILE_OP auto cat(const X& x, const Y& y, Axis... along) const {
    return shapes::cat(x, y, along...);
  }
  /// The elements in reverse order along an axis, the last one if none is named. Cost: one pass
  /// through shared memory.
  template <class X, class... Axis>
  KW_TILE_OP auto flip(const X& x, Axis... along) const {
    return shapes::flip(x, along...);
  }
  /// \brief Elements of a tile, selected along an axis by a tile of indices: for axis<1>, element
  /// (i, j) of the result is `x(i, index(i, j))`.
  ///
  /// The result has the shape of `index`, whose extents are those of `x` except along the axis. An
  /// index outside the tile is an error that the CPU reports. Cost: one pass through shared memory.
  template <class X, class Index, class Axis>
  KW_TILE_OP auto gather(const X& x, const Index& index, Axis along,
                         source_place at = source_place::here()) const {
    return shapes::gather(self(), x, index, along, at);
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }
};

}  // namespace kw
