/// \file
/// The part of the tile language that puts elements in order and counts them.
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// Puts the largest element first: `tl.sort(x, descending)`.
inline constexpr struct descending_type {
} descending{};

namespace core {

template <class Option>
inline constexpr bool is_axis = false;
template <int Axis>
inline constexpr bool is_axis<axis_constant<Axis>> = true;
template <class Option>
inline constexpr int axis_in = -1;
template <int Axis>
inline constexpr int axis_in<axis_constant<Axis>> = Axis;
/// The axis among the options, or the last one.
template <class... Options>
constexpr int axis_among() {
  int axis = -1;
  ((axis = is_axis<Options> ? axis_in<Options> : axis), ...);
  return axis;
}

template <int Bins>
struct is_in_a_bin {
  template <class T>
  KW_HD constexpr bool operator()(T key, bool counts) const {
    const auto bin = static_cast<std::int64_t>(key);
    return !counts || (bin >= 0 && bin < Bins);
  }
};

}  // namespace core

/// \brief The functions of `tl` that sort and count, for a Context that derives from `language`.
template <class Context, class Backend>
class sort_language {
 public:
  /// \brief The elements in ascending order along an axis, which is the last one if none is named:
  /// `tl.sort(x)`, `tl.sort(x, axis<0>, descending)`.
  ///
  /// A NaN counts as larger than every number. Masked lanes take part: load with an `other` that
  /// ends up out of the way, such as inf. Types: all. To sort pairs, pack them in int64.
  /// Cost: log2(n) * (log2(n) + 1) / 2 steps through shared memory for n elements along the axis.
  template <class X, class... Options>
  KW_TILE_OP auto sort(const X& x, Options...) const {
    static_assert(((core::is_axis<Options> || std::is_same_v<Options, descending_type>)&&...),
                  "kernelwright: tl.sort takes a tile, an axis such as axis<1>, and the word "
                  "descending if the largest element comes first.");
    constexpr bool descends = (std::is_same_v<Options, descending_type> || ...);
    constexpr int axis = check<X, core::axis_among<Options...>()>();
    constexpr int count = core::extents<core::shape_of<X>>::at(axis);
    return core::from_rows<axis, core::shape_of<X>>(
        first_of_sorted<count, descends>(core::rows_along<axis>(core::materialised<Backend>(x))));
  }
  /// The K largest elements along an axis (the last if none is named), the largest first:
  /// `tl.topk(x, size<8>)`. Masked lanes take part: load with -inf. Cost: as for sort.
  template <class X, int K, class... Options>
  KW_TILE_OP auto topk(const X& x, core::tile_shape<K>, Options...) const {
    constexpr int axis = check<X, core::axis_among<Options...>()>();
    static_assert(core::is_power_of_two(K),
                  "kernelwright: the count of tl.topk is a power of two.");
    static_assert(K <= core::extents<core::shape_of<X>>::at(axis),
                  "kernelwright: tl.topk cannot take more elements than the tile has along the "
                  "axis.");
    return core::from_rows<axis, core::with_extent<core::shape_of<X>, axis, K>>(
        first_of_sorted<K, true>(core::rows_along<axis>(core::materialised<Backend>(x))));
  }
  /// \brief How often each of the numbers 0 to Bins - 1 occurs in a tile of integers: an int32 tile
  /// (Bins). `tl.histogram(keys, size<256>, mask)` counts the lanes whose mask is true.
  ///
  /// Other numbers are not counted, and the CPU reports them. Cost: one atomic addition per lane,
  /// in shared memory.
  template <class X, int Bins, class Mask = core::every_lane>
  KW_TILE_OP auto histogram(const X& x, core::tile_shape<Bins>, const Mask& mask = {},
                            source_place at = source_place::here()) const {
    static_assert(core::any_tile<X> && core::integer_scalar<core::value_of<X>>,
                  "kernelwright: tl.histogram counts integers. Convert first: x.to(int32).");
    static_assert(
        core::mask_tile<Mask>,
        "kernelwright: the mask of tl.histogram is a tile of true and false. A comparison "
        "makes one, such as offsets < n.");
    const auto& keys = core::materialised<Backend>(x);
    using L = typename std::remove_cvref_t<decltype(keys)>::layout_type;
    using Layout = typename Backend::template default_layout<core::tile_shape<Bins>>;
    const auto& active = core::in_layout<L>(mask);
    if constexpr (Backend::kThreads == 1) {
      static_cast<const Context&>(*this).assert_lanes(
          core::map_tiles<Backend, bool>(core::is_in_a_bin<Bins>{}, keys, active),
          "tl.histogram: every element is the number of a bin, from 0 on", at);
    }
    return Backend::template counted<Bins, Layout>(keys, active);
  }

 private:
  template <class X, int Axis>
  static constexpr int check() {
    static_assert(core::any_tile<X>,
                  "kernelwright: sorting takes a tile that was loaded or computed.");
    core::check_axis<Axis, X>();
    constexpr int along = core::place_of_axis<Axis, core::shape_of<X>>;
    static_assert(core::is_power_of_two(core::extents<core::shape_of<X>>::at(along)),
                  "kernelwright: tl.sort and tl.topk need a power of two of elements along the "
                  "axis, so they cannot sort the 192 of a tile for three warpgroups.");
    return along;
  }
  template <int Columns, bool Descending, class X>
  KW_TILE_OP static auto first_of_sorted(const X& rows) {
    using To = core::tile_shape<X::shape_type::d0, Columns>;
    using Layout = std::conditional_t<Columns == X::shape_type::d1, typename X::layout_type,
                                      typename Backend::template default_layout<To>>;
    return Backend::template sorted<Descending, To, Layout>(rows);
  }
};

}  // namespace kw
