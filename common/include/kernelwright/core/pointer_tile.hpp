/// \file
/// Pointer tiles: `x + offsets` is one address per lane.
#pragma once
#include "kernelwright/core/index_tile.hpp"

namespace kw::core {

/// A base pointer and a tile of offsets in elements (an index tile, or integers from memory).
template <class T, class Offsets>
struct pointer_tile {
  using is_pointer_tile = void;
  using element_type = T;
  using offsets_type = Offsets;
  using shape_type = typename Offsets::shape_type;

  T* base;
  Offsets offsets;

  template <integer_scalar J>
  KW_HD constexpr pointer_tile& operator+=(J elements) {
    base += elements;
    return *this;
  }
  template <integer_scalar J>
  KW_HD constexpr pointer_tile& operator-=(J elements) {
    base -= elements;
    return *this;
  }
};

template <class T, any_tile Offsets>
KW_HD constexpr auto operator+(T* base, const Offsets& offsets) {
  static_assert(integer_scalar<typename Offsets::value_type>,
                "kernelwright: pointer + tile needs a tile of integers: offsets, counted in "
                "elements. This tile holds another type.");
  return pointer_tile<T, Offsets>{base, offsets};
}
template <class T, any_tile Offsets>
KW_HD constexpr auto operator+(const Offsets& offsets, T* base) {
  return base + offsets;
}
template <pointer_tile_type P, any_tile Step>
KW_HD constexpr auto operator+(const P& pointers, const Step& step) {
  auto offsets = pointers.offsets + step;
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}
template <pointer_tile_type P, integer_scalar Step>
KW_HD constexpr auto operator+(const P& pointers, Step step) {
  auto offsets = pointers.offsets + step;
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}
/// `x + offsets - 1`: each lane's left neighbour.
template <pointer_tile_type P, integer_scalar J>
KW_HD constexpr auto operator-(const P& pointers, J elements) {
  auto offsets = pointers.offsets - elements;
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}

}  // namespace kw::core
