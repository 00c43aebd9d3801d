/// \file
/// Loops over the lanes of a tile that one thread holds, as on the CPU. They know the types of the
/// elements, but not the size of the tile.
#pragma once
#include "kernelwright/compiler/copying.hpp"
#include "kernelwright/core/dtype.hpp"

namespace kw::core {

/// An operand of such a loop: one value per lane, or one for all of them.
template <class T>
struct lane_values {
  const T* values;
  KW_HD constexpr T operator[](int k) const { return values[k]; }
};
template <class T>
struct same_value {
  T value;
  KW_HD constexpr T operator[](int) const { return value; }
};

/// result[k] = function(x[k]...) for k in [0, count). The result overlaps no operand.
template <class R, class Function, class... X>
KW_LANE_LOOP void map_lanes(R* __restrict result, int count, Function function, X... x) {
  for (int k = 0; k < count; ++k) {
    result[k] = function(x[k]...);
  }
}

/// result[k] = row[k] for k in [begin, end), and `other` in the rest of [0, count).
template <class T>
KW_LANE_LOOP void copy_lanes(T* __restrict result, const T* row, int count, int begin, int end,
                             T other) {
  if (begin == 0 && end == count) {
    compiler::copy_row(result, row, count * static_cast<int>(sizeof(T)));
  } else {
    for (int k = 0; k < count; ++k) {
      result[k] = other;
    }
    for (int k = begin; k < end; ++k) {
      result[k] = row[k];
    }
  }
}

/// Folds row[0] ... row[count - 1]: first Width partial results side by side, so the loop
/// vectorises, then those. This determines the order of a float32 sum.
template <int Width, class C, class T, class Combine, class Count>
KW_LANE_LOOP C fold_lanes(Combine combine, const T* row, Count count) {
  C partial[Width];
  KW_UNROLL
  for (int w = 0; w < Width; ++w) {
    partial[w] = convert<C>(row[w]);
  }
  KW_UNROLL
  for (int start = Width; start < count; start += Width) {
    KW_UNROLL
    for (int w = 0; w < Width; ++w) {
      partial[w] = combine(partial[w], convert<C>(row[start + w]));
    }
  }
  KW_UNROLL
  for (int half_width = Width / 2; half_width > 0; half_width /= 2) {
    KW_UNROLL
    for (int w = 0; w < half_width; ++w) {
      partial[w] = combine(partial[w], partial[w + half_width]);
    }
  }
  return partial[0];
}

/// The running combination of a (rows, columns) tile, down each column or along each row.
template <bool Down, bool Reverse, class C, class Combine>
KW_LANE_LOOP void scan_lanes(Combine combine, C* values, int rows, int columns) {
  const int back = (Down ? columns : 1) * (Reverse ? 1 : -1);
  const int count = rows * columns;
  for (int k = Down ? columns : 1; k < count; ++k) {
    C* value = values + (Reverse ? count - 1 - k : k);
    if (Down || k % columns != 0) {
      *value = combine(value[back], *value);
    }
  }
}

}  // namespace kw::core
