/// \file
/// Tile shapes, known at compile time, and how they broadcast.
#pragma once
#include "kernelwright/core/dtype.hpp"

namespace kw {

/// Several values or tiles as one; it is in <kernelwright/tuple.hpp>.
template <class... T>
struct tuple {
  static_assert(core::never<T...>,
                "kernelwright: tuples are in a header of their own. Write #include "
                "<kernelwright/tuple.hpp> above the kernel.");
};
template <class... T>
tuple(T...) -> tuple<T...>;

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
/// broadcasting, and with more than two axes (core/shapes.hpp) all but the last go down the rows.
template <int... Extents>
struct tile_shape {
  static_assert(sizeof...(Extents) < 3,
                "kernelwright: tiles of more than two axes are in a header of their own. Write "
                "#include <kernelwright/shapes.hpp> above the kernel.");
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

template <int Axis>
struct axis_constant {
  static constexpr int value = Axis;
};
/// Which axis of a shape is meant: a negative number counts from the end, so axis<-1> is the last.
template <int Axis, class Shape>
inline constexpr int place_of_axis = Axis < 0 ? Axis + Shape::rank : Axis;
struct all_type {};
struct none_type {};

/// <kernelwright/shapes.hpp> specialises this with what only few kernels need.
template <class... Key>
struct shape_functions {
  static_assert(never<Key...>,
                "kernelwright: this function is in a header of its own. Write #include "
                "<kernelwright/shapes.hpp> above the kernel.");
};
/// The arguments of x(_, None, _), as a key.
template <class... Axes>
struct call_of_axes;

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
  /// For more than two axes, such as (_, None, _), with <kernelwright/shapes.hpp>.
  template <class... Axes>
  requires(sizeof...(Axes) > 2) KW_HD constexpr auto operator()(Axes...) const {
    return shape_functions<call_of_axes<Axes...>>::of(self());
  }

 private:
  KW_HD constexpr const Tile& self() const { return static_cast<const Tile&>(*this); }
};
template <class Left, class Right>
struct broadcast_of_any_rank;

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

template <class Left, class Right>
constexpr auto broadcast_matrices() {
  constexpr bool fits = (Left::d0 == Right::d0 || Left::d0 == 1 || Right::d0 == 1) &&
                        (Left::d1 == Right::d1 || Left::d1 == 1 || Right::d1 == 1);
  if constexpr (!fits) {
    return typename these_two_tiles_have_shapes<Left, Right>::type{};
  } else {
    constexpr int d0 = Left::d0 > Right::d0 ? Left::d0 : Right::d0;
    constexpr int d1 = Left::d1 > Right::d1 ? Left::d1 : Right::d1;
    if constexpr (Left::rank == 2 || Right::rank == 2) {
      return tile_shape<d0, d1>{};
    } else if constexpr (Left::rank == 1 || Right::rank == 1) {
      return tile_shape<d1>{};
    } else {
      return tile_shape<>{};
    }
  }
}
template <class Left, class Right>
constexpr auto broadcast_two() {
  if constexpr (Left::rank > 2 || Right::rank > 2) {
    return typename broadcast_of_any_rank<Left, Right>::type{};
  } else {
    return broadcast_matrices<Left, Right>();
  }
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
/// `auto [value, index] = tl.max(x, axis<1>, return_indices)`, with <kernelwright/tuple.hpp>.
inline constexpr struct return_indices_type {
} return_indices{};

/// A new axis of extent 1: `rows(_, None)` is a column, `cols(None, _)` a row.
inline constexpr core::none_type None{};
/// The axis that a tile already has, in `rows(_, None)`.
inline constexpr core::all_type _{};

}  // namespace kw
