/// \file
/// Moving elements of a tile: reversed along an axis, or gathered by a tile of indices. Included by
/// <kernelwright/shapes.hpp>.
#pragma once
#include "kernelwright/core/shapes.hpp"

namespace kw::core {

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
