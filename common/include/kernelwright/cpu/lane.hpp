/// \file
/// One lane of an operand, and the lanes of a row that a mask lets through.
#pragma once
#include "kernelwright/compiler/hurry.hpp"
#include "kernelwright/core/operators.hpp"

namespace kw::cpu {

using core::kIsMeasured;

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

/// Which lanes of a row pass a mask of any form, and whether they are one range of columns, as most
/// are. (Bytes and loops of known length, because g++ vectorises neither bool nor other loops at
/// -O2.)
template <int Count>
class passing_lanes {
 public:
  template <class Mask>
  KW_HD passing_lanes(const Mask& mask, int row) {
    for (int j = 0; j < Count; ++j) {
      passes_[1 + j] = static_cast<unsigned char>(lane(mask, row, j));
    }
    passes_[0] = 0;
    int count = 0, begins = 0;
    for (int j = 1; j <= Count; ++j) {
      count += passes_[j];
    }
    for (int j = 1; j <= Count; ++j) {
      begins += passes_[j] & (1 ^ passes_[j - 1]);
    }
    is_range_ = begins <= 1;
    while (count > 0 && passes_[1 + begin_] == 0) {
      ++begin_;
    }
    end_ = begin_ + count;
  }

  KW_HD bool operator[](int j) const { return passes_[1 + j] != 0; }
  KW_HD bool is_range() const { return is_range_; }
  KW_HD int begin() const { return begin_; }  ///< Of the range, if it is one.
  KW_HD int end() const { return end_; }

 private:
  unsigned char passes_[1 + Count];  // after a lane that does not pass
  bool is_range_;
  int begin_ = 0, end_;
};

}  // namespace kw::cpu
