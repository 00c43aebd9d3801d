/// \file
/// Matrices as kernel arguments: a pointer that knows its rows, its columns and its stride.
#pragma once
#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/operators.hpp"
#include "kernelwright/tensor.hpp"

namespace kw {

/// \brief A 2-D array that a kernel reads and writes by rows. `T` is const for an input.
///
/// A kernel that takes a pointer to a matrix needs its stride and its extents as well, which makes
/// four parameters for one array. A matrix carries all of them, and computes where a row begins:
///
///     KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
///       auto cols = tl.arange(size<BLOCK_SIZE>);
///       auto mask = cols < x.columns();
///       int row = tl.program_id(0);
///       tl.store(out.row(row) + cols, 2.0f * tl.load(x.row(row) + cols, mask), mask);
///     }
///     launch(out.device(), grid(out.extent(0)), Twice<1024>{}, matrix(x), matrix(out));
///
/// Made on the host, from a view whose columns are adjacent in memory; rows may be any distance
/// apart. `x.row(r) + cols` is `x + r * stride + cols` with a 64-bit stride, and costs the same.
/// \throws kw::error for a view whose `stride(1)` is not 1, or with more than 2^31 - 1 rows
///         or columns
template <class T>
class matrix {
 public:
  using element_type = T;

  matrix(const view<T, 2>& v, source_place at = source_place::here())
      : matrix(v.data(), narrow<int>(v.extent(0)), narrow<int>(v.extent(1)), v.stride(0)) {
    if (v.stride(1) != 1 && v.extent(1) > 1) {
      runtime::columns_not_adjacent(at, v.stride(1));
    }
  }

  /// Rows of adjacent elements, `stride` elements from one row to the next.
  KW_HD constexpr matrix(T* data, int rows, int columns, std::int64_t stride)
      : data_(data), stride_(stride), rows_(rows), columns_(columns) {}

  /// A matrix to read through, made from one to write through.
  template <class U>
  requires(std::is_same_v<const U, T> && !std::is_const_v<U>) KW_HD
      constexpr matrix(const matrix<U>& other)
      : matrix(other.data(), other.rows(), other.columns(), other.stride()) {}

  /// The first element of row `r`, as a pointer: `x.row(r) + cols` is a tile of that row.
  template <core::integer_scalar Int>
  KW_HD constexpr T* row(Int r) const {
    return data_ + static_cast<std::int64_t>(r) * stride_;
  }
  /// The same for a tile of row numbers, as a tile of pointers. If the tile is a column,
  /// `x.row(rows(_, None)) + cols(None, _)` is a 2-D tile.
  template <core::any_tile Rows>
  KW_HD constexpr auto row(const Rows& r) const {
    static_assert(core::integer_scalar<core::value_of<Rows>>,
                  "kernelwright: x.row(r) needs a row number, or a tile of integers: row numbers. "
                  "This tile holds another type.");
    if constexpr (core::index_tile_type<Rows>) {
      return data_ + r * stride_;
    } else if constexpr (core::lazy_tile<Rows>) {
      return data_ + core::make_lazy<std::int64_t, core::shape_of<Rows>>(
                         [r, stride = stride_](int i, int j) { return r.at(i, j) * stride; });
    } else {
      return data_ + r.to(dtype<std::int64_t>{}) * stride_;
    }
  }

  KW_HD constexpr int rows() const { return rows_; }
  KW_HD constexpr int columns() const { return columns_; }
  /// The distance from one row to the next, in elements.
  KW_HD constexpr std::int64_t stride() const { return stride_; }
  KW_HD constexpr T* data() const { return data_; }

 private:
  T* data_;
  std::int64_t stride_;
  int rows_, columns_;
};

/// Rejected, because `x + offsets` would not say which row is meant.
template <class T, core::operand Offsets>
KW_HD constexpr auto operator+(const matrix<T>& x, const Offsets& offsets) {
  static_assert(core::never<Offsets>,
                "kernelwright: offsets are added to a row of a matrix, not to the matrix. Write "
                "x.row(r) + cols, where r is a row number, or rows(_, None) for a tile of rows.");
  return x.data() + offsets;
}

}  // namespace kw
