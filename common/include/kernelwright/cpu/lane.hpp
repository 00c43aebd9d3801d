/// \file
/// One lane of an operand, and the lanes of a row that a mask lets through.
#pragma once
#include "kernelwright/core/operators.hpp"

namespace kw::cpu {

/// The value at (i, j) of any operand; an axis of extent 1 broadcasts.
template <class X>
KW_HD constexpr auto lane(const X& x, int i, int j) {
  return core::element(x, i, j, i, j);
}

/// The columns of a row whose mask is true, for a mask that is an interval in each row.
template <class Shape, class Mask>
KW_HD core::column_range active_columns(const Mask& mask, int row) {
  core::column_range columns{0, Shape::d1};
  mask.clip(row, columns);
  return columns.begin < columns.end ? columns : core::column_range{0, 0};
}

}  // namespace kw::cpu
