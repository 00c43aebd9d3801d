/// \file
/// Pointer tiles: `x + offsets` is one address per lane. Together with its mask, a stream can read
/// one later.
#pragma once
#include "kernelwright/compiler/trap.hpp"
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

/// Not constexpr, so a compiler that gets here in a constant expression stops and prints the name.
/// If nvcc compiles no code for the CPU, it gets here in a kernel.
KW_HD void other_must_be_zero_where_a_tile_is_fetched() {
  compiler::trap();
}

/// The `other` of a tile that is fetched. It must be a constant zero, because a copy to shared
/// memory fills in zeros for the lanes that the mask leaves out.
struct zero_other {
  template <scalar T>
  KW_CONSTANT zero_other(T value) {
    if constexpr (stored_float_type<T>) {
      *this = zero_other(value.bits & (0xffff >> (17 - 8 * static_cast<int>(sizeof(T)))));
    } else if (value != T{}) {
      other_must_be_zero_where_a_tile_is_fetched();
    }
  }
};

/// The elements that `tile_at` names: pointers and their mask. It holds no elements.
template <class Pointers, class Mask, bool HasOther>
struct tile_at_pointers {
  using is_tile_at_pointers = void;
  using element_type = typename Pointers::element_type;
  using shape_type = typename Pointers::shape_type;
  /// Without `other`, masked lanes are like those of a tl.load without one.
  static constexpr bool kHasOther = HasOther;

  Pointers pointers;
  Mask mask;
};
template <class T>
concept tile_at_pointers_type = requires {
  typename T::is_tile_at_pointers;
};

}  // namespace kw::core
