/// \file
/// Tensor descriptors: what a kernel needs to move whole tiles of an array without one pointer per
/// lane.
#pragma once
#include "kernelwright/array.hpp"
#include "kernelwright/core/bits.hpp"
#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/tensor.hpp"

namespace kw {

namespace core {

template <class Tile>
constexpr void check_fetched() {
  using Shape = typename Tile::shape_type;
  static_assert(Tile::kIsTensor ||
                    (Shape::rank == 2 && Shape::d1 * sizeof(typename Tile::element_type) >= 16),
                "kernelwright: fetch takes tiles of two axes with rows of 16 bytes or more. Read "
                "any other tile with tl.load.");
}

}  // namespace core

/// Does this array follow the rule of `tensor_descriptor`? If not, use pointers and masks.
template <class T, int Rank>
bool fits_tensor_descriptor(const view<T, Rank>& v) {
  constexpr auto size = static_cast<std::int64_t>(sizeof(T));
  bool fits = v.stride(Rank - 1) == 1 && reinterpret_cast<std::uintptr_t>(v.data()) % 16 == 0;
  for (int d = 0; d < Rank - 1; ++d) {
    fits = fits && (v.extent(d) <= 1 || (v.stride(d) >= 0 && v.stride(d) * size % 16 == 0));
  }
  return fits || v.size() == 0;
}

/// \brief An array of rank 2 to 4 that kernels read and write one tile at a time: the last two axes
/// are the rows and columns of tiles, and the axes before them select a matrix.
///
/// Made on the host, from a view: `launch(device, grid, Kernel{}, tensor_descriptor(a), ...)`.
/// Elements of a tile that are outside the array read as zero and are not written, so any extents
/// work. The requirements of a GPU's copy engine apply on every device: the last axis is
/// contiguous, the first element and all other strides are multiples of 16 bytes, and no stride is
/// negative.
///
/// With a Width it describes images: see `image_descriptor`.
/// \throws kw::error where the view breaks that rule
template <class T, int Rank = 2, int Width = 0>
class tensor_descriptor : array<T, Rank> {
  static_assert(Rank >= 2 && Rank <= 4, "kernelwright: a tensor descriptor has 2 to 4 axes");
  static_assert(Width == 0 ||
                    (Rank == 4 && Width >= 8 && Width <= 64 && (Width & (Width - 1)) == 0),
                "kernelwright: the tiles of an image are 8, 16, 32 or 64 places wide");
  using base = array<T, Rank>;

 public:
  using element_type = T;
  static constexpr int kRank = Rank, kWidth = Width;
  static constexpr bool kIsTensor = true;

  tensor_descriptor(const view<T, Rank>& v, source_place at = source_place::here())
      : base(fitting(v, at), at) {}

  /// The tile of this shape whose first element is at these indices, one for each axis of the
  /// tensor: `a.tile(shape<64, 32>, row, column)`. The column must be at a multiple of 16 bytes.
  template <int M, int N, class... Index>
  KW_HD constexpr auto tile(core::tile_shape<M, N>, Index... start) const {
    static_assert(sizeof...(Index) == Rank,
                  "kernelwright: a tile needs one starting index for each axis of its tensor");
    static_assert(Width == 0 || M % (Width < 64 ? 64 : Width) == 0,
                  "kernelwright: a tile of an image has a multiple of 64 rows");
    return core::array_tile<tensor_descriptor, core::tile_shape<M, N>>{
        *this, {core::place_along_axis(start)...}};
  }

  using base::data;
  using base::extent;
  using base::row_stride;
  using base::set_data;
  using base::stride;
  /// What a device's launch adds for its copy engine; null on the CPU.
  KW_HD constexpr const void* device_map() const { return device_map_; }
  KW_HD constexpr void set_device_map(const void* map) { device_map_ = map; }

 private:
  static const view<T, Rank>& fitting(const view<T, Rank>& v, source_place at) {
    if (!fits_tensor_descriptor(v)) {
      std::int64_t strides[Rank];
      for (int d = 0; d < Rank; ++d) {
        strides[d] = v.stride(d);
      }
      runtime::array_needs_other_layout(at, v.data(), sizeof(T), Rank, strides);
    }
    return v;
  }

  const void* device_map_ = nullptr;
};

/// \brief Images, [image, row, column, channel], whose tiles are patches of Width columns.
///
/// `x.tile(shape<M, N>, image, row, column, channel)` has a row for each of M places, and N
/// channels of each. Row r of the tile is the place (row + r / Width, column + r % Width) of that
/// image. Places outside the image read as zero and are not written, so a convolution needs no mask
/// at the border.
template <class T, int Width>
using image_descriptor = tensor_descriptor<T, 4, Width>;

template <class T>
inline constexpr bool is_tensor_descriptor = false;
template <class T, int Rank, int Width>
inline constexpr bool is_tensor_descriptor<tensor_descriptor<T, Rank, Width>> = true;

}  // namespace kw
