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

  /// `p(_, None)`: a new axis, as of any tile.
  template <class... Axes>
  KW_HD constexpr auto operator()(Axes... axes) const {
    auto placed = offsets(axes...);
    return pointer_tile<T, decltype(placed)>{base, placed};
  }
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

/// A tile as a term of offsets: signed, and as wide as the sum of all has to be.
template <class Other, any_tile X>
KW_HD constexpr decltype(auto) as_offsets(const X& x) {
  using Int = index_common_t<value_of<X>, Other>;
  if constexpr (std::is_same_v<value_of<X>, Int>) {
    return (x);
  } else {
    return x.to(dtype<Int>{});
  }
}

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
/// `x + (n - 1) - i`: a tile backwards.
template <class T, any_tile Offsets>
requires integer_scalar<value_of<Offsets>> KW_HD constexpr auto operator-(T* base,
                                                                          const Offsets& offsets) {
  return base + -as_offsets<int>(offsets);
}
template <pointer_tile_type P, any_tile Step>
requires integer_scalar<value_of<Step>> KW_HD constexpr auto operator-(const P& pointers,
                                                                       const Step& step) {
  auto offsets = as_offsets<value_of<Step>>(pointers.offsets) -
                 as_offsets<value_of<typename P::offsets_type>>(step);
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}
template <pointer_tile_type P, any_tile Step>
KW_HD constexpr auto operator+(const P& pointers, const Step& step) {
  auto offsets = as_offsets<value_of<Step>>(pointers.offsets) +
                 as_offsets<value_of<typename P::offsets_type>>(step);
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}
template <pointer_tile_type P, integer_scalar Step>
KW_HD constexpr auto operator+(const P& pointers, Step step) {
  auto offsets = as_offsets<Step>(pointers.offsets) + step;
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}
/// `x + offsets - 1`: each lane's left neighbour.
template <pointer_tile_type P, integer_scalar J>
KW_HD constexpr auto operator-(const P& pointers, J elements) {
  auto offsets = as_offsets<J>(pointers.offsets) - elements;
  return pointer_tile<typename P::element_type, decltype(offsets)>{pointers.base, offsets};
}

}  // namespace kw::core
