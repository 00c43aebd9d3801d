// Which elements the lanes of an access touch.
#pragma once
#include <algorithm>
#include <cstdint>

namespace kw::runtime {

/// Rounds towards minus infinity: element -1 is in row -1.
inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return b > 0 ? (a + b - 1) / b : 0;
}

/// Lanes with unit stride along columns, in elements from where a target points.
struct rectangle {
  std::int64_t start = 0;
  std::int64_t rows = 0, columns = 0, row_stride = 0;
  int element_size = 1;
  int first_lane = 0;
  int lane_row_step = 0, lane_column_step = 1;  // how the number of the lane grows
  // The whole tile, turned so that its columns go along the columns above.
  int tile_rows = 1, tile_columns = 1;
  bool two_dimensional = false;
  bool masked = false;
  bool gathered =
      false;  // each lane came with its own address: they are in even steps only by chance

  std::int64_t row(std::int64_t r) const { return start + r * row_stride; }
  std::int64_t low() const { return start + std::min<std::int64_t>(0, (rows - 1) * row_stride); }
  std::int64_t high() const {
    return start + std::max<std::int64_t>(0, (rows - 1) * row_stride) + columns;
  }
  bool covers(std::int64_t element) const { return lane_of(element) >= 0; }
  /// The number of the lane that touches an element, -1 if none does.
  std::int64_t lane_of(std::int64_t element) const {
    for (std::int64_t r = 0; r < rows; ++r) {
      if (element >= row(r) && element < row(r) + columns) {
        return lane_at(r, element);
      }
    }
    return -1;
  }
  /// The number of the lane that touches an element of a row.
  std::int64_t lane_at(std::int64_t r, std::int64_t element) const {
    return first_lane + r * lane_row_step + (element - row(r)) * lane_column_step;
  }
  /// The first element of the whole tile, whether or not its lane is active.
  std::int64_t origin() const {
    const bool along = lane_column_step == 1;
    const int width = along ? tile_columns : tile_rows;
    const int r = along ? first_lane / width : first_lane % width;
    const int column = along ? first_lane % width : first_lane / width;
    return start - r * row_stride - column;
  }

  std::int64_t count() const { return rows * columns; }
  std::int64_t lanes() const { return std::int64_t{1} * tile_rows * tile_columns; }
};

}  // namespace kw::runtime
