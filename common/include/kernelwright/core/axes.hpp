/// \file
/// Joining tiles and splitting them again, matrix functions along any axis of a tile of more than
/// two, and elements that are reversed along an axis or gathered by a tile of indices.
#pragma once
#include "kernelwright/core/shapes.hpp"

namespace kw::core {

/// (..., 2), whose last axis takes elements from x and y in turn. No data is moved.
template <class T, class L, int... E>
KW_TILE_OP constexpr auto join(const tile<T, tile_shape<E...>, L>& x,
                               const tile<T, tile_shape<E...>, L>& y) {
  using Layout = layout<typename L::backend, joined_axes_t<typename L::axis1, typename L::axis0>,
                        axis_layout<in_registers<2>>>;
  tile<T, tile_shape<E..., 2>, Layout> result;
  KW_UNROLL
  for (int r = 0; r < L::kRegisters; ++r) {
    result.values[2 * r] = x.values[r];
    result.values[2 * r + 1] = y.values[r];
  }
  return result;
}

/// Element Which of the last axis, all of which one thread holds.
template <int Which, class T, class Shape, class L>
KW_TILE_OP constexpr auto half_of(const tile<T, Shape, L>& x) {
  using Half = without_last_axis<Shape>;
  using Rows = layout<typename L::backend, unit_axis, typename L::axis0>;
  tile<T, Half, reshaped_layout<Half, Rows>> result;
  KW_UNROLL
  for (int r = 0; r < L::kRegisters0; ++r) {
    result.values[r] = x.values[2 * r + Which];
  }
  return result;
}
/// The layout in which one thread holds both elements of the last axis.
template <class Shape, class L>
constexpr auto pick_layout_of_pairs() {
  if constexpr (L::axis1::kRegisters == 2) {
    return std::type_identity<L>{};
  } else {
    using Half = without_last_axis<Shape>;
    using Rows = typename L::backend::template default_layout<Half>;
    return std::type_identity<
        layout<typename L::backend, joined_axes_t<typename Rows::axis1, typename Rows::axis0>,
               axis_layout<in_registers<2>>>>{};
  }
}

// ---- One axis at a time
// ------------------------------------------------------------------------------

/// Moves axis A to the end, or back from there.
template <int A, int Rank>
struct to_the_end {
  static constexpr int of(int m) { return m < A ? m : m < Rank - 1 ? m + 1 : A; }
};
template <int A, int Rank>
struct from_the_end {
  static constexpr int of(int m) { return m < A ? m : m == A ? Rank - 1 : m - 1; }
};
template <class Move, class X, std::size_t... M>
KW_TILE_OP constexpr auto move_axes(const X& x, std::index_sequence<M...>) {
  if constexpr (((Move::of(static_cast<int>(M)) == static_cast<int>(M)) && ...)) {
    return x;
  } else if constexpr (sizeof...(M) == 2 && !lazy_tile<X>) {
    return transpose(x);
  } else {
    return permute<Move::of(static_cast<int>(M))...>(x);
  }
}

template <int Axis, class X>
KW_TILE_OP constexpr auto moved_to_the_end(const X& x) {
  constexpr int rank = shape_of<X>::rank;
  return move_axes<to_the_end<Axis, rank>>(x, std::make_index_sequence<rank>{});
}
template <int Axis, class X>
KW_TILE_OP constexpr auto moved_from_the_end(const X& x) {
  constexpr int rank = shape_of<X>::rank;
  return move_axes<from_the_end<Axis, rank>>(x, std::make_index_sequence<rank>{});
}
template <class X>
KW_TILE_OP constexpr auto as_matrix(const X& x) {
  return reshape<tile_shape<shape_of<X>::d0, shape_of<X>::d1>>(x);
}

/// A shape whose axis A moves to the end.
template <class Shape, int A>
struct moved_extents {
  static constexpr int at(int m) { return extents<Shape>::at(to_the_end<A, Shape::rank>::of(m)); }
};
template <class Shape, int A>
using moved_shape = shape_of_extents<Shape::rank, moved_extents<Shape, A>>;

template <int Axis, class X>
KW_TILE_OP constexpr auto rows_along(const X& x) {
  return as_matrix(moved_to_the_end<Axis>(x));
}
template <int Axis, class Shape, class Rows>
KW_TILE_OP constexpr auto from_rows(const Rows& rows) {
  return moved_from_the_end<Axis>(reshape<moved_shape<Shape, Axis>>(rows));
}
template <int Axis, class Shape, class Reduced>
KW_TILE_OP constexpr auto from_reduced_rows(const Reduced& reduced) {
  return reshape<without_last_axis<moved_shape<Shape, Axis>>>(reduced);
}
template <int Axis, class Shape, class Reduced>
KW_TILE_OP constexpr auto with_axis_put_back(const Reduced& reduced) {
  return reshape<with_extent<Shape, Axis, 1>>(reduced);
}

template <int Axis, class X>
constexpr void check_axis() {
  constexpr int place = place_of_axis<Axis, shape_of<X>>;
  static_assert(place >= 0 && place < shape_of<X>::rank,
                "kernelwright: this tile has no such axis. A 1-D tile has axis<0>; a 2-D tile has "
                "axis<0> (down each column) and axis<1> (along each row).");
}

/// x(_, None, _): a new axis of extent 1 for each None.
template <class... Axes, class X>
KW_HD constexpr auto with_new_axes(const X& x) {
  using From = shape_of<X>;
  constexpr int kept = (std::is_same_v<Axes, all_type> + ... + 0);
  static_assert(((std::is_same_v<Axes, all_type> || std::is_same_v<Axes, none_type>)&&...),
                "kernelwright: the parentheses after a tile take only _ and None.");
  static_assert(kept == From::rank,
                "kernelwright: there is one _ for each axis that the tile has, and None for each "
                "new one: (_, None, _) makes (M, 1, N) of (M, N).");
  if constexpr (kept == From::rank) {
    constexpr unsigned is_new = [] {
      unsigned bits = 0, bit = 1;
      ((bits |= std::is_same_v<Axes, none_type> ? bit : 0u, bit *= 2), ...);
      return bits;
    }();
    return reshape<shape_of_extents<sizeof...(Axes), expanded_extents<From, is_new>>>(x);
  } else {
    return x;
  }
}

// ---- Moving elements

/// Where an element comes from in a tile that is reversed along an axis.
template <class Shape, int Axis>
struct flipped_number {
  KW_HD static constexpr int of(int number) {
    constexpr int stride = extents<Shape>::stride(Axis);
    constexpr int extent = extents<Shape>::at(Axis);
    const int at = number / stride % extent;
    return number + (extent - 1 - 2 * at) * stride;
  }
};

/// The elements of a tile of shape From, one for each element of a tile of indices along an axis.
template <class From, int Axis, class Index>
struct gathered_element {
  const Index& index;

  KW_HD constexpr int operator()(int r0, int r1, int i, int j) const {
    using To = shape_of<Index>;
    constexpr int stride = extents<From>::stride(Axis);  // which both have in common
    constexpr int extent = extents<From>::at(Axis);
    constexpr int block = stride * extents<To>::at(Axis);
    const int number = i * To::d1 + j;
    const int at = static_cast<int>(element(index, r0, r1, i, j)) & (extent - 1);
    return (number / block * extent + at) * stride + number % stride;
  }
};

template <class Shape, class Index, int Axis>
struct this_tile_is_gathered_by_indices_of_shape {
  static constexpr bool fits = [] {
    bool all = Shape::rank == Index::rank && Axis >= 0 && Axis < Shape::rank;
    for (int k = 0; k < Shape::rank; ++k) {
      all = all && (k == Axis ||
                    extents<Shape>::at(k) == extents<Index>::from_the_end(Shape::rank - 1 - k));
    }
    return all;
  }();
  static_assert(fits,
                "kernelwright: tl.gather takes indices with as many axes as the tile has, and with "
                "its extents except along the axis that they count along.");
};

template <int Axis, class X>
KW_TILE_OP constexpr auto flip(const X& x) {
  using Shape = shape_of<X>;
  using Number = flipped_number<Shape, Axis>;
  if constexpr (lazy_tile<X>) {
    return renumber<Number, Shape>(x);
  } else {
    return rearrange<Shape, typename X::layout_type>(x, source_of<Number, Shape>{});
  }
}

template <int Axis, class T, class Shape, class L, class Index>
KW_TILE_OP constexpr auto gather(const tile<T, Shape, L>& x, const Index& index) {
  using To = shape_of<Index>;
  return rearrange<To, typename Index::layout_type>(x, gathered_element<Shape, Axis, Index>{index});
}

}  // namespace kw::core
