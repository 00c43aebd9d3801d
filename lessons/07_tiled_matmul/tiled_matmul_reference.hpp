/// \file
/// The oracle of lesson 07's order of tiles: plain loops on the host, slow and obvious on purpose.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace lesson07::reference {

/// `[tile_rows, tile_cols]`: the program that owns each tile. Groups come from top to bottom, in
/// each group columns from left to right, and in each column tiles from top to bottom.
inline std::vector<double> order(int tile_rows, int tile_cols, int group) {
  std::vector<double> programs(static_cast<std::size_t>(tile_rows * tile_cols));
  int program = 0;
  for (int top = 0; top < tile_rows; top += group) {
    for (int col = 0; col < tile_cols; ++col) {
      for (int row = top; row < top + group && row < tile_rows; ++row) {
        programs[static_cast<std::size_t>(row * tile_cols + col)] = program++;
      }
    }
  }
  return programs;
}

/// Rows and columns of tiles that the first `wave` programs touch in that order.
inline int stripes_read(int tile_rows, int tile_cols, int group, int wave) {
  std::set<int> rows, cols;
  for (int top = 0; top < tile_rows; top += group) {
    for (int col = 0; col < tile_cols; ++col) {
      for (int row = top; row < top + group && row < tile_rows && wave > 0; ++row, --wave) {
        rows.insert(row);
        cols.insert(col);
      }
    }
  }
  return static_cast<int>(rows.size() + cols.size());
}

}  // namespace lesson07::reference
