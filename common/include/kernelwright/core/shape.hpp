/// \file
/// Tile shapes, known at compile time, and how they broadcast.
#pragma once
#include <utility>

#include "kernelwright/core/dtype.hpp"

namespace kw {

namespace core {

constexpr bool is_power_of_two(std::int64_t n) {
  return n > 0 && (n & (n - 1)) == 0;
}

/// The least power of two that is not below n.
constexpr int next_power_of_two(int n) {
  int power = 1;
  while (power < n) {
    power *= 2;
  }
  return power;
}

/// Powers of two, as in Triton, and 192 rows, which three warpgroups of 64 share in kernels with
/// tensor descriptors.
constexpr bool is_tile_rows(std::int64_t n) {
  return is_power_of_two(n) || n == 192;
}

/// The shape of a tile. `d0` x `d1` is the shape as a matrix: a 1-D tile is one row, as in NumPy's
/// broadcasting, and with more than two axes all but the last go down the rows.
template <int... Extents>
struct tile_shape {
  static_assert((is_power_of_two(Extents) && ...),
                "kernelwright: every extent of a tile must be a power of two (1, 2, 4, 8, ...), as "
                "in Triton. Take the next power of two and mask off the lanes you do not need.");
  static constexpr int rank = static_cast<int>(sizeof...(Extents));
  static constexpr int size = (1 * ... * Extents);
  static constexpr int d1 = [] {
    const int extents[] = {Extents...};
    return extents[rank - 1];
  }();
  static constexpr int d0 = size / d1;
};
template <>
struct tile_shape<> {
  static constexpr int rank = 0, d0 = 1, d1 = 1, size = 1;
};
template <int N>
struct tile_shape<N> {
  static_assert(is_tile_rows(N),
                "kernelwright: the extent of a tile must be a power of two (1, 2, 4, 8, ...), as "
                "in Triton. Take the next power of two and mask off the lanes you do not need.");
  static constexpr int rank = 1, d0 = 1, d1 = N, size = N;
};
template <int M, int N>
struct tile_shape<M, N> {
  static_assert(is_tile_rows(M) && is_power_of_two(N),
                "kernelwright: both extents of a tile must be powers of two (1, 2, 4, 8, ...), as "
                "in Triton. Take the next power of two and mask off the lanes you do not need.");
  static constexpr int rank = 2, d0 = M, d1 = N, size = M * N;
};

/// What is known about the extents of a shape, one by one.
template <class Shape>
struct extents;
template <int... E>
struct extents<tile_shape<E...>> {
  static constexpr int kRank = static_cast<int>(sizeof...(E));
  /// Axes before the first have extent 1, as in broadcasting.
  static constexpr int at(int axis) {
    const int all[] = {E..., 1};
    return axis < 0 ? 1 : all[axis];
  }
  static constexpr int from_the_end(int k) { return at(kRank - 1 - k); }
  /// How many elements apart two neighbours along an axis are.
  static constexpr int stride(int axis) {
    int elements = 1;
    for (int later = axis + 1; later < kRank; ++later) {
      elements *= at(later);
    }
    return elements;
  }
};

template <int Axis>
struct axis_constant {
  static constexpr int value = Axis;
};
/// Which axis of a shape is meant: a negative number counts from the end, so axis<-1> is the last.
template <int Axis, class Shape>
inline constexpr int place_of_axis = Axis < 0 ? Axis + Shape::rank : Axis;
struct all_type {};
struct none_type {};

/// x(_, None, _): a new axis of extent 1 for each None. It is in core/axes.hpp.
template <class... Axes, class X>
KW_HD constexpr auto with_new_axes(const X& x);

/// The shape of a 1-D tile as a column or as a row.
template <bool Column, class Shape>
using placed_shape = std::conditional_t<Column, tile_shape<Shape::d1, 1>, tile_shape<1, Shape::d1>>;

/// What every tile has, for a Tile that derives from it: new axes of extent 1. It says by
/// `placed<Column>()` how it becomes a column or a row, without moving data.
template <class Tile>
struct tile_face {
  /// The tile as a column: (N) becomes (N, 1).
  KW_HD constexpr auto operator()(all_type, none_type) const {
    static_assert(
        Tile::shape_type::rank == 1,
        "kernelwright: (_, None) makes a column of a 1-D tile. This tile is 2-D already.");
    return self().template placed<true>();
  }
  /// The tile as a row: (N) becomes (1, N).
  KW_HD constexpr auto operator()(none_type, all_type) const {
    static_assert(Tile::shape_type::rank == 1,
                  "kernelwright: (None, _) makes a row of a 1-D tile. This tile is 2-D already.");
    return self().template placed<false>();
  }
  /// For more than two axes, such as (_, None, _).
  template <class... Axes>
  requires(sizeof...(Axes) > 2) KW_HD constexpr auto operator()(Axes...) const {
    return with_new_axes<Axes...>(self());
  }

 private:
  KW_HD constexpr const Tile& self() const { return static_cast<const Tile&>(*this); }
};

/// Two shapes that do not broadcast. The compiler prints the name of this template, so the two
/// shapes are in the message.
template <class Left, class Right>
struct these_two_tiles_have_shapes {
  static_assert(never<Left, Right>,
                "kernelwright: the shapes of these two tiles do not broadcast. Each extent must be "
                "equal or 1. To combine an index of rows with an index of columns, write rows(_, "
                "None) for a column and cols(None, _) for a row.");
  using type = Left;
};

/// The last axes are compared first, and a shape with fewer axes has extents of 1 before its own.
template <class Left, class Right, int... K>
constexpr auto broadcast_extents(std::integer_sequence<int, K...>) {
  using L = extents<Left>;
  using R = extents<Right>;
  constexpr int rank = static_cast<int>(sizeof...(K));
  constexpr bool fits = ((L::from_the_end(K) == R::from_the_end(K) || L::from_the_end(K) == 1 ||
                          R::from_the_end(K) == 1) &&
                         ...);
  if constexpr (!fits) {
    return typename these_two_tiles_have_shapes<Left, Right>::type{};
  } else {
    return tile_shape<(L::from_the_end(rank - 1 - K) > R::from_the_end(rank - 1 - K)
                           ? L::from_the_end(rank - 1 - K)
                           : R::from_the_end(rank - 1 - K))...>{};
  }
}
template <class Left, class Right>
constexpr auto broadcast_two() {
  constexpr int rank = Left::rank > Right::rank ? Left::rank : Right::rank;
  return broadcast_extents<Left, Right>(std::make_integer_sequence<int, rank>{});
}

template <class First, class... Rest>
struct broadcast_all {
  using type = First;
};
template <class First, class Second, class... Rest>
struct broadcast_all<First, Second, Rest...> {
  using type = typename broadcast_all<decltype(broadcast_two<First, Second>()), Rest...>::type;
};

/// The shape that all the given shapes broadcast to, or a compile error that names two that clash.
template <class... Shapes>
using broadcast_t = typename broadcast_all<Shapes...>::type;

/// A mask or a value that does not fit the pointers it belongs to.
template <class Pointers, class Mask>
struct these_pointers_and_this_mask_have_shapes {
  static_assert(Pointers::size == broadcast_two<Pointers, Mask>().size,
                "kernelwright: the mask has more lanes than the tile of pointers it belongs to. "
                "Give both the same shape.");
};
template <class Pointers, class Value>
struct these_pointers_and_this_value_have_shapes {
  static_assert(Pointers::size == broadcast_two<Pointers, Value>().size,
                "kernelwright: the value has more elements than the tile of pointers it is stored "
                "through. Give both the same shape.");
};

}  // namespace core

/// The length of a 1-D tile, as a value: `tl.arange(size<1024>)`.
template <int N>
inline constexpr core::tile_shape<N> size{};

/// The shape of a tile, as a value: `tl.zeros(shape<64, 128>)`.
template <int... Extents>
inline constexpr core::tile_shape<Extents...> shape{};

/// An axis of a tile, as a value: `tl.sum(x, axis<1>)`; axis<-1> is the last one.
template <int Axis>
inline constexpr core::axis_constant<Axis> axis{};

/// From the last element to the first: `tl.cumsum(x, axis<0>, reverse)`.
inline constexpr struct reverse_type : std::true_type {
} reverse{};

/// The reduced axis stays, with extent 1: `x - tl.max(x, axis<1>, keep_dims)`. Reducing a 1-D tile
/// gives a number anyway, which combines with everything.
inline constexpr struct keep_dims_type {
} keep_dims{};

/// Also returns the index of the result:
/// `auto [value, index] = tl.max(x, axis<1>, return_indices)`.
inline constexpr struct return_indices_type {
} return_indices{};

/// A new axis of extent 1: `rows(_, None)` is a column, `cols(None, _)` a row.
inline constexpr core::none_type None{};
/// The axis that a tile already has, in `rows(_, None)`.
inline constexpr core::all_type _{};

}  // namespace kw
