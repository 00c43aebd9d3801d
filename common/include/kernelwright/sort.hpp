/// \file
/// Sorting, the largest elements, and histograms: `tl.sort(x)`, `tl.topk(x, size<8>)`,
/// `tl.histogram(keys, size<256>)`.
///
/// language/sorting.hpp documents the functions of `tl`. This file defines them.
#pragma once
#include "kernelwright/core/sorting.hpp"
#include "kernelwright/cuda/sorting.hpp"
#include "kernelwright/language/sorting.hpp"
#include "kernelwright/shapes.hpp"

namespace kw::core {

template <class Option>
inline constexpr bool is_axis = false;
template <int Axis>
inline constexpr bool is_axis<axis_constant<Axis>> = true;
template <class Shape, class Option>
inline constexpr int axis_option = Shape::rank - 1;
template <class Shape, int Axis>
inline constexpr int axis_option<Shape, axis_constant<Axis>> = place_of_axis<Axis, Shape>;

/// The axis among the options, or the last one.
template <class X, class... Options>
constexpr int chosen_axis() {
  int axis = shape_of<X>::rank - 1;
  ((axis = is_axis<Options> ? axis_option<shape_of<X>, Options> : axis), ...);
  return axis;
}

/// The functions of language/sorting.hpp.
template <class Context, class Backend>
struct sort_functions<Context, Backend> {
  template <class X, class... Options>
  KW_TILE_OP static auto sort(const X& x, Options...) {
    static_assert(((is_axis<Options> || std::is_same_v<Options, descending_type>)&&...),
                  "kernelwright: tl.sort takes a tile, an axis such as axis<1>, and the word "
                  "descending if the largest element comes first.");
    constexpr bool descends = (std::is_same_v<Options, descending_type> || ...);
    constexpr int axis = chosen_axis<X, Options...>();
    check<X, axis>();
    constexpr int count = extents<shape_of<X>>::at(axis);
    return from_rows<axis, shape_of<X>>(
        first_of_sorted<count, descends>(rows_along<axis>(materialised<Backend>(x))));
  }

  template <class X, int K, class... Options>
  KW_TILE_OP static auto topk(const X& x, tile_shape<K>, Options...) {
    constexpr int axis = chosen_axis<X, Options...>();
    check<X, axis>();
    static_assert(is_power_of_two(K), "kernelwright: the count of tl.topk is a power of two.");
    static_assert(K <= extents<shape_of<X>>::at(axis),
                  "kernelwright: tl.topk cannot take more elements than the tile has along the "
                  "axis.");
    return from_rows<axis, with_extent<shape_of<X>, axis, K>>(
        first_of_sorted<K, true>(rows_along<axis>(materialised<Backend>(x))));
  }

  template <class X, int Bins, class Mask>
  KW_TILE_OP static auto histogram(const Context& tl, const X& x, tile_shape<Bins>,
                                   const Mask& mask, source_place at) {
    static_assert(any_tile<X> && integer_scalar<value_of<X>>,
                  "kernelwright: tl.histogram counts integers. Convert first: x.to(int32).");
    static_assert(
        mask_tile<Mask>,
        "kernelwright: the mask of tl.histogram is a tile of true and false. A comparison "
        "makes one, such as offsets < n.");
    const auto& keys = materialised<Backend>(x);
    using L = typename std::remove_cvref_t<decltype(keys)>::layout_type;
    using Layout = typename Backend::template default_layout<tile_shape<Bins>>;
    const auto& active = in_layout<L>(mask);
    if constexpr (Backend::kThreads == 1) {
      tl.assert_lanes(map_tiles<Backend, bool>(is_in_a_bin<Bins>{}, keys, active),
                      "tl.histogram: every element is the number of a bin, from 0 on", at);
      return counted_by_one_thread<Bins, Layout>(keys, active);
    } else {
      return cuda::counted_by_block<Bins, Layout>(keys, active);
    }
  }

 private:
  template <int Bins>
  struct is_in_a_bin {
    template <class T>
    KW_HD constexpr bool operator()(T key, bool counts) const {
      const auto bin = static_cast<std::int64_t>(key);
      return !counts || (bin >= 0 && bin < Bins);
    }
  };

  template <class X, int Axis>
  static constexpr void check() {
    static_assert(any_tile<X>, "kernelwright: sorting takes a tile that was loaded or computed.");
    static_assert(
        Axis >= 0 && Axis < shape_of<X>::rank,
        "kernelwright: this tile has no such axis. A 1-D tile has axis<0>; a 2-D tile has "
        "axis<0> (down each column) and axis<1> (along each row).");
    static_assert(is_power_of_two(extents<shape_of<X>>::at(Axis)),
                  "kernelwright: tl.sort and tl.topk need a power of two of elements along the "
                  "axis, so they cannot sort the 192 of a tile for three warpgroups.");
  }

  template <int Columns, bool Descending, class X>
  KW_TILE_OP static auto first_of_sorted(const X& rows) {
    using To = tile_shape<X::shape_type::d0, Columns>;
    using Layout = std::conditional_t<Columns == X::shape_type::d1, typename X::layout_type,
                                      typename Backend::template default_layout<To>>;
    if constexpr (Backend::kThreads == 1) {
      return sorted_by_one_thread<Descending, To, Layout>(rows);
    } else {
      return cuda::sorted_by_block<Descending, To, Layout>(rows);
    }
  }

  template <int Bins, class Layout, class X, class Mask>
  KW_TILE_OP static auto counted_by_one_thread(const X& keys, const Mask& mask) {
    using Shape = typename X::shape_type;
    tile<std::int32_t, tile_shape<Bins>, Layout> counts{};
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        const auto bin = static_cast<std::int64_t>(keys.values[i * Shape::d1 + j]);
        if (element(mask, i, j, i, j) && bin >= 0 && bin < Bins) {
          ++counts.values[bin];
        }
      }
    }
    return counts;
  }
};

}  // namespace kw::core
