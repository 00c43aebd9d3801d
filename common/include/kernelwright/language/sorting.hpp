/// \file
/// The part of the tile language that puts elements in order and counts them. These are only the
/// declarations; <kernelwright/sort.hpp>, which few kernels need, has the definitions.
#pragma once
#include "kernelwright/core/mask.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// Puts the largest element first: `tl.sort(x, descending)`.
inline constexpr struct descending_type {
} descending{};

namespace core {
template <class... Key>
struct sort_functions {
  static_assert(never<Key...>,
                "kernelwright: this function is in a header of its own. Write #include "
                "<kernelwright/sort.hpp> above the kernel.");
};
}  // namespace core

/// \brief The functions of `tl` that sort and count, for a Context that derives from `language`. A
/// kernel that calls them includes <kernelwright/sort.hpp>.
template <class Context, class Backend>
class sort_language {
  using sorting = core::sort_functions<Context, Backend>;

 public:
  /// \brief The elements in ascending order along an axis, which is the last one if none is named:
  /// `tl.sort(x)`, `tl.sort(x, axis<0>, descending)`.
  ///
  /// A NaN counts as larger than every number. Masked lanes take part: load with an `other` that
  /// ends up out of the way, such as inf. Types: all. To sort pairs, pack them in int64.
  /// Cost: log2(n) * (log2(n) + 1) / 2 steps through shared memory for n elements along the axis.
  template <class X, class... Options>
  KW_TILE_OP auto sort(const X& x, Options... options) const {
    return sorting::sort(x, options...);
  }
  /// The K largest elements along an axis (the last if none is named), the largest first:
  /// `tl.topk(x, size<8>)`. Masked lanes take part: load with -inf. Cost: as for sort.
  template <class X, int K, class... Options>
  KW_TILE_OP auto topk(const X& x, core::tile_shape<K> count, Options... options) const {
    return sorting::topk(x, count, options...);
  }
  /// \brief How often each of the numbers 0 to Bins - 1 occurs in a tile of integers: an int32 tile
  /// (Bins). `tl.histogram(keys, size<256>, mask)` counts the lanes whose mask is true.
  ///
  /// Other numbers are not counted, and the CPU reports them. Cost: one atomic addition per lane,
  /// in shared memory.
  template <class X, int Bins, class Mask = core::every_lane>
  KW_TILE_OP auto histogram(const X& x, core::tile_shape<Bins> bins, const Mask& mask = {},
                            source_place at = source_place::here()) const {
    return sorting::histogram(static_cast<const Context&>(*this), x, bins, mask, at);
  }
};

}  // namespace kw
