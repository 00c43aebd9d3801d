/// \file
/// Arrays as kernel arguments: a pointer that knows its extents and its strides.
#pragma once
#include "kernelwright/compiler/trap.hpp"
#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/operators.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/tensor.hpp"

namespace kw {

namespace core {

/// A tile of an array or a tensor: its shape, and where its first element is. It holds no elements.
template <class Array, class Shape>
struct array_tile {
  using is_array_tile = void;
  using array_type = Array;
  using element_type = typename Array::element_type;
  using shape_type = Shape;
  static constexpr int kRank = Array::kRank;
  /// It may begin before the first element of an axis.
  static constexpr bool kIsTensor = Array::kIsTensor;
  /// The rows of an image's tile are places of several of its rows; other tiles are one strip.
  static constexpr int kStrips = Array::kWidth == 0 ? 1 : Shape::d0 / Array::kWidth;
  static constexpr int kStripRows = Shape::d0 / kStrips;
  Array array;
  int start[kRank];  ///< along each axis of the array

  /// Rows number * kStripRows and on, which follow each other in memory.
  KW_HD constexpr auto strip([[maybe_unused]] int number) const {
    if constexpr (kStrips == 1) {
      return *this;
    } else {
      array_tile<Array, tile_shape<kStripRows, Shape::d1>> result{array, {}};
      for (int d = 0; d < kRank; ++d) {
        result.start[d] = start[d] + (d == kRank - 3 ? number : 0);
      }
      return result;
    }
  }

  /// Where its elements are, or would be. The place is a part of the offsets and not of the
  /// pointer: along a loop over tiles, nvcc then needs far fewer registers.
  KW_HD constexpr auto pointers() const {
    auto* first = array.data();
    KW_UNROLL
    for (int d = 0; d < kOutside; ++d) {
      first += start[d] * array.stride(d);
    }
    const auto along = start[kRank - 1] + columns();
    if constexpr (Shape::rank == 1) {
      return first + along;
    } else if constexpr (kStrips > 1) {
      return first +
             ((strip_of_row() * array.stride(kRank - 3) + row_in_strip() * array.row_stride()) +
              along);
    } else {
      return first + (row_in_strip() * array.row_stride() + along);
    }
  }
  /// Which of its elements the array has: the mask that a kernel would write, at the same cost. A
  /// matrix that the array does not have is one without rows.
  KW_HD constexpr auto inside() const {
    int extent = array.extent(kRank - Shape::rank);
    KW_UNROLL
    for (int d = 0; d < kOutside; ++d) {
      extent = start[d] >= 0 && start[d] < array.extent(d) ? extent : 0;
    }
    const auto along = start[kRank - 1] + columns();
    const auto in_row = along < array.extent(kRank - 1);
    if constexpr (Shape::rank == 1) {
      return along < extent;
    } else if constexpr (kStrips > 1) {
      const auto strip = strip_of_row();
      const auto down = row_in_strip();
      return (strip < array.extent(kRank - 3)) & (strip >= 0) & (down < extent) & (down >= 0) &
             in_row & (along >= 0);
    } else if constexpr (kIsTensor) {
      const auto down = row_in_strip();
      return (down < extent) & (down >= 0) & in_row & (along >= 0);
    } else {
      return (row_in_strip() < extent) & in_row;
    }
  }

 private:
  /// The axes that only say which matrix, or which row, the tile is in.
  static constexpr int kOutside = kRank - Shape::rank - (kStrips > 1 ? 1 : 0);
  static KW_HD constexpr auto columns() {
    using Row = std::conditional_t<Shape::rank == 1, Shape, tile_shape<1, Shape::d1>>;
    return index_tile<std::int32_t, Row, 0, 1>{};
  }
  static KW_HD constexpr auto rows() {
    return index_tile<std::int32_t, tile_shape<Shape::d0, 1>, 1, 0>{};
  }
  KW_HD constexpr auto strip_of_row() const { return start[kRank - 3] + rows() / kStripRows; }
  KW_HD constexpr auto row_in_strip() const {
    if constexpr (kStrips > 1) {
      return start[kRank - 2] + rows() % kStripRows;
    } else {
      return start[kRank - 2] + rows();
    }
  }
};
template <class T>
concept array_tile_type = requires {
  typename T::is_array_tile;
};
template <class T>
concept tensor_tile_type = array_tile_type<T> && T::kIsTensor;

struct other_rows {
  static void raise(source_place at, int columns, int rows, int row, std::int64_t stride) {
    runtime::array_has_other_rows(at, columns, rows, row, stride);
  }
};

/// An index of 64 bits that is no int is outside of any array, and so is the tile that begins at
/// what it becomes.
template <integer_scalar Index>
KW_HD constexpr int place_along_axis(Index index) {
  if constexpr (sizeof(Index) < sizeof(int) || std::is_same_v<Index, int>) {
    return static_cast<int>(index);
  } else {
    constexpr Index most = 2147483647 - (1 << 20);
    if constexpr (std::is_signed_v<Index>) {
      return static_cast<int>(index > most ? most : index < -most - 1 ? -most - 1 : index);
    } else {
      return static_cast<int>(index > most ? most : index);
    }
  }
}

/// A number that comes from elements, where there are none: its conversion says what is wrong.
template <class Index>
requires std::is_class_v<Index> KW_HD constexpr int place_along_axis(const Index& index) {
  return index;
}

}  // namespace core

/// \brief Memory with a shape, as a kernel takes it. `T` is const for an input.
///
/// A kernel that takes a pointer to a matrix needs its stride and its extents as well, which makes
/// four parameters for one array. An array of rank 2 carries all of them, and computes where a row
/// begins:
///
///     KW_KERNEL void operator()(program auto tl, array<const float, 2> x,
///                               array<float, 2> out) const {
///       auto cols = tl.arange(size<BLOCK_SIZE>);
///       auto mask = cols < x.columns();
///       int row = tl.program_id(0);
///       tl.store(out.row(row) + cols, 2.0f * tl.load(x.row(row) + cols, mask), mask);
///     }
///     launch(out.device(), grid(out.extent(0)), Twice<1024>{}, x, out);
///
/// launch makes it of a view for a kernel that takes it. The last axis is contiguous in memory, the
/// others may have any stride. `x.row(r) + cols` is `x + r * stride + cols` with a 64-bit stride,
/// and costs the same.
///
/// A kernel that is compiled for rows of one length says so, as in `array<const float16_t, 4, 64>`.
/// Then rows follow each other without gaps, and offsets inside a matrix are products of an int and
/// a constant, which take far fewer registers.
/// \tparam Columns  the length of a row, or nothing where any will do (so compilers print
///                  `array<float, 2>` for most arrays)
/// \throws kw::error for a view whose last stride is not 1, with more than 2^31 - 1 elements along
///         an axis, or with other rows than Columns says. (Where a kernel on a GPU gets an array
///         with other rows, it stops.)
template <class T, int Rank, int... Columns>
class array {
  static_assert(Rank >= 1 && Rank <= 4, "kernelwright: an array has 1 to 4 dimensions");
  static_assert(sizeof...(Columns) == 0 || (sizeof...(Columns) == 1 && Rank > 1),
                "kernelwright: an array of one axis has no rows whose length could be known");

 public:
  using element_type = T;
  static constexpr int kRank = Rank;
  static constexpr int kColumns = (Columns + ... + 0);  ///< 0: any
  static constexpr bool kIsTensor = false;              ///< see tensor_descriptor
  static constexpr int kWidth = 0;

  array(const view<T, Rank>& v, source_place at = source_place::here()) : data_(v.data()) {
    for (int d = 0; d < Rank; ++d) {
      extents_[d] = narrow<int>(v.extent(d));
      if (d < Rank - 1) {
        strides_[d] = v.stride(d);
      }
    }
    if (v.stride(Rank - 1) != 1 && v.extent(Rank - 1) > 1 && v.size() > 0) {
      runtime::last_axis_not_contiguous(at, Rank, v.stride(Rank - 1));
    }
    check_columns(at);
  }

  /// \param strides  of all axes but the last, in elements
  KW_HD constexpr array(T* data, const int* extents, const std::int64_t* strides) : data_(data) {
    KW_UNROLL
    for (int d = 0; d < Rank; ++d) {
      extents_[d] = extents[d];
      if (d < Rank - 1) {
        strides_[d] = strides[d];
      }
    }
  }

  /// An array to read through, made from one to write through; or one with rows of known length.
  template <class U, int... Known>
  requires((std::is_same_v<U, T> ||
            std::is_same_v<const U, T>)&&(sizeof...(Known) == 0 ||
                                          array<U, Rank, Known...>::kColumns == kColumns)) KW_HD
      constexpr array(const array<U, Rank, Known...>& other)
      : array(other.data(), other.extents(), other.strides()) {
    check_columns({});
  }

  /// Part of the array: an index for each of its first axes drops them, so `q(batch, head)` of an
  /// array of rank 4 has rank 2.
  template <core::integer_scalar... Index>
  requires(sizeof...(Index) < Rank) KW_HD constexpr auto operator()(Index... index) const {
    constexpr int kDropped = static_cast<int>(sizeof...(Index));
    T* first = data_;
    int axis = 0;
    ((first += static_cast<std::int64_t>(index) * strides_[axis++]), ...);
    using Part = std::conditional_t<(Rank - kDropped > 1), array<T, Rank - kDropped, Columns...>,
                                    array<T, Rank - kDropped>>;
    return Part(first, extents_ + kDropped, strides_ + kDropped);
  }

  /// The tile of this shape whose first element is at these indices, one for each axis:
  /// `a.tile(shape<64, 32>, row, column)`. tl.load reads zeros, or another number, where it reaches
  /// past the end of the array, and tl.store writes nothing there. It does not begin before the
  /// array: a comparison with 0 in every step of a product's loop would take time.
  template <int... Extents, core::integer_scalar... Index>
  KW_HD constexpr auto tile(core::tile_shape<Extents...>, Index... start) const {
    static_assert(sizeof...(Index) == Rank,
                  "kernelwright: a tile of an array needs one starting index for each axis of the "
                  "array, such as x.tile(shape<BM, BN>, row, column).");
    static_assert(sizeof...(Extents) <= 2 && sizeof...(Extents) <= Rank,
                  "kernelwright: a tile of an array has one or two axes, and no more than the "
                  "array. Name it by x.tile(size<N>, i), or by x.tile(shape<M, N>, i, j).");
    return core::array_tile<array, core::tile_shape<Extents...>>{
        *this, {core::place_along_axis(start)...}};
  }

  /// The first element of row `r`, as a pointer: `x.row(r) + cols` is a tile of that row.
  template <core::integer_scalar Int>
  KW_HD constexpr T* row(Int r) const {
    check_row();
    return data_ + static_cast<std::int64_t>(r) * strides_[0];
  }
  /// The same for a tile of row numbers, as a tile of pointers. If the tile is a column,
  /// `x.row(rows(_, None)) + cols(None, _)` is a 2-D tile.
  template <core::any_tile Rows>
  KW_HD constexpr auto row(const Rows& r) const {
    check_row();
    static_assert(core::integer_scalar<core::value_of<Rows>>,
                  "kernelwright: x.row(r) needs a row number, or a tile of integers: row numbers. "
                  "This tile holds another type.");
    if constexpr (core::index_tile_type<Rows>) {
      return data_ + r * row_stride();
    } else if constexpr (core::lazy_tile<Rows>) {
      return data_ + core::make_lazy<std::int64_t, core::shape_of<Rows>>(
                         [r, stride = strides_[0]](int i, int j) { return r.at(i, j) * stride; });
    } else {
      return data_ + r.to(dtype<std::int64_t>{}) * strides_[0];
    }
  }

  KW_HD constexpr int extent(int d) const {
    return kColumns > 0 && d == Rank - 1 ? kColumns : extents_[d];
  }
  /// How many elements lie between two neighbours along an axis.
  KW_HD constexpr std::int64_t stride(int d) const { return d == Rank - 1 ? 1 : strides_[d]; }
  /// The same of two rows: an int if it is known.
  KW_HD constexpr auto row_stride() const requires(Rank > 1) {
    if constexpr (kColumns > 0) {
      return kColumns;
    } else {
      return strides_[Rank - 2];
    }
  }
  /// The extents of its last two axes.
  KW_HD constexpr int rows() const requires(Rank > 1) { return extents_[Rank - 2]; }
  KW_HD constexpr int columns() const { return extent(Rank - 1); }
  KW_HD constexpr T* data() const { return data_; }
  /// Where a checked launch on the CPU has the kernel look for the elements.
  KW_HD constexpr void set_data(T* data) { data_ = data; }

  KW_HD constexpr const int* extents() const { return extents_; }
  /// Of all axes but the last.
  KW_HD constexpr const std::int64_t* strides() const { return strides_; }

 private:
  KW_HD constexpr void check_columns([[maybe_unused]] source_place at) const {
    if constexpr (kColumns > 0) {
      const std::int64_t stride = extents_[Rank - 2] > 1 ? strides_[Rank - 2] : kColumns;
      if (extents_[Rank - 1] != kColumns || stride != kColumns ||
          extents_[Rank - 2] > 2147483647 / kColumns) {
        compiler::trap_or_raise<core::other_rows>(at, kColumns, extents_[Rank - 2],
                                                  extents_[Rank - 1], stride);
      }
    }
  }
  static constexpr void check_row() {
    static_assert(Rank == 2,
                  "kernelwright: x.row(r) is a row of an array of rank 2. Of an array with more "
                  "axes, choose a matrix first: x(batch, head).row(r).");
  }

  T* data_;
  std::int64_t strides_[Rank > 1 ? Rank - 1 : 1] = {};
  int extents_[Rank];
};

/// `x + offsets` is a tile of pointers to elements of an array of one axis. For one of more axes it
/// would not say which row is meant.
template <class T, int Rank, int... Columns, core::operand Offsets>
KW_HD constexpr auto operator+(const array<T, Rank, Columns...>& x, const Offsets& offsets) {
  static_assert(Rank == 1 || core::never<Offsets>,
                "kernelwright: offsets are added to a row of an array, not to the array. Write "
                "x.row(r) + cols, where r is a row number, or rows(_, None) for a tile of rows.");
  return x.data() + offsets;
}

}  // namespace kw
