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

/// A tile of a tensor: its shape and where it begins. It holds no elements.
template <class Descriptor, class Shape>
struct tensor_tile {
  using is_tensor_tile = void;
  using descriptor_type = Descriptor;
  using element_type = typename Descriptor::element_type;
  using shape_type = Shape;

  /// The rows of an image's tile are places of several of its rows; other tiles are one strip.
  static constexpr int kStrips = Descriptor::kWidth == 0 ? 1 : Shape::d0 / Descriptor::kWidth;
  static constexpr int kStripRows = Shape::d0 / kStrips;
  static constexpr int kRank = Descriptor::kRank;

  Descriptor tensor;
  int start[kRank];  ///< of the tile's first element, along each axis of the tensor

  /// Rows number * kStripRows and on, which follow each other in the tensor.
  KW_HD constexpr auto strip(int number) const {
    tensor_tile<Descriptor, tile_shape<kStripRows, Shape::d1>> result{tensor, {}};
    for (int d = 0; d < kRank; ++d) {
      result.start[d] = start[d] + (d == kRank - 3 ? number : 0);
    }
    return result;
  }

  /// Where its elements are, or would be. The place is a part of the offsets, because a pointer far
  /// outside of its array could be taken for one into another.
  KW_HD constexpr auto pointers() const {
    std::int64_t first = 0;
    KW_UNROLL
    for (int d = 0; d < kRank; ++d) {
      first += start[d] * tensor.stride(d);
    }
    return tensor.data() + (row_offsets() + (first + column()));
  }
  /// Which of its elements the tensor has: an interval of rows and one of columns, or nothing of a
  /// matrix that does not exist.
  KW_HD constexpr auto inside() const {
    int rows = tensor.extent(kRank - 2);
    KW_UNROLL
    for (int d = 0; d < kRank - (kStrips > 1 ? 3 : 2); ++d) {
      rows = start[d] >= 0 && start[d] < tensor.extent(d) ? rows : 0;
    }
    const auto across = start[kRank - 1] + column();
    const auto columns = (across < tensor.extent(kRank - 1)) & (across >= 0);
    if constexpr (kStrips > 1) {
      const auto strip = start[kRank - 3] + row() / kStripRows;
      const auto down = start[kRank - 2] + row() % kStripRows;
      return (strip < tensor.extent(kRank - 3)) & (strip >= 0) & (down < rows) & (down >= 0) &
             columns;
    } else {
      const auto down = start[kRank - 2] + row();
      return (down < rows) & (down >= 0) & columns;
    }
  }

 private:
  static KW_HD constexpr auto row() {
    return index_tile<std::int32_t, tile_shape<Shape::d0, 1>, 1, 0>{};
  }
  static KW_HD constexpr auto column() {
    return index_tile<std::int32_t, tile_shape<1, Shape::d1>, 0, 1>{};
  }
  KW_HD constexpr auto row_offsets() const {
    if constexpr (kStrips > 1) {
      return row() / kStripRows * tensor.stride(kRank - 3) +
             row() % kStripRows * tensor.stride(kRank - 2);
    } else {
      return row() * tensor.stride(kRank - 2);
    }
  }
};

template <class T>
concept tensor_tile_type = requires {
  typename T::is_tensor_tile;
};

/// What a stream can fetch.
template <class T>
concept fetchable = tensor_tile_type<T> || array_tile_type<T>;

template <class Tile>
constexpr void check_fetched() {
  using Shape = typename Tile::shape_type;
  static_assert(tensor_tile_type<Tile> ||
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
class tensor_descriptor {
  static_assert(Rank >= 2 && Rank <= 4, "kernelwright: a tensor descriptor has 2 to 4 axes");
  static_assert(Width == 0 ||
                    (Rank == 4 && Width >= 8 && Width <= 64 && (Width & (Width - 1)) == 0),
                "kernelwright: the tiles of an image are 8, 16, 32 or 64 places wide");

 public:
  using element_type = T;
  static constexpr int kRank = Rank, kWidth = Width;

  tensor_descriptor(const view<T, Rank>& v, source_place at = source_place::here())
      : data_(v.data()) {
    for (int d = 0; d < Rank; ++d) {
      extents_[d] = narrow<int>(v.extent(d));
      strides_[d] = v.stride(d);
    }
    if (!fits_tensor_descriptor(v)) {
      runtime::array_needs_other_layout(at, v.data(), sizeof(T), Rank, strides_);
    }
  }

  /// The tile of this shape whose first element is at these indices, one for each axis of the
  /// tensor: `a.tile(shape<64, 32>, row, column)`. The column must be at a multiple of 16 bytes.
  template <int M, int N, class... Index>
  KW_HD constexpr auto tile(core::tile_shape<M, N>, Index... start) const {
    static_assert(sizeof...(Index) == Rank,
                  "kernelwright: a tile needs one starting index for each axis of its tensor");
    static_assert(Width == 0 || M % (Width < 64 ? 64 : Width) == 0,
                  "kernelwright: a tile of an image has a multiple of 64 rows");
    return core::tensor_tile<tensor_descriptor, core::tile_shape<M, N>>{
        *this, {core::place_along_axis(start)...}};
  }

  KW_HD constexpr T* data() const { return data_; }
  KW_HD constexpr int extent(int d) const { return extents_[d]; }
  /// In elements.
  KW_HD constexpr std::int64_t stride(int d) const { return strides_[d]; }

  /// Where a checked launch on the CPU has the kernel look for the elements.
  KW_HD constexpr void set_data(T* data) { data_ = data; }
  /// What a device's launch adds for its copy engine; null on the CPU.
  KW_HD constexpr const void* device_map() const { return device_map_; }
  KW_HD constexpr void set_device_map(const void* map) { device_map_ = map; }

 private:
  T* data_;
  int extents_[Rank];
  std::int64_t strides_[Rank];
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
