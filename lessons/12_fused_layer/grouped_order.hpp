/// \file
/// Grouped order, as task 3 of lesson 07 computes it.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson12 {

/// Where a tile of out is, counted in tiles.
struct tile_position {
  int row, col;
};

/// The tile of out that program number `program` owns. Programs with neighbouring numbers run at
/// the same time: those of a group share eight rows of tiles, and go through them column by column.
/// So their tiles form a square, and the parts of both operands that they load stay in the cache.
KW_HD constexpr tile_position grouped_tile(int program, int tile_rows, int tile_cols) {
  constexpr int kGroup = 8;
  const int top = program / (kGroup * tile_cols) * kGroup;
  const int height = tile_rows - top < kGroup ? tile_rows - top : kGroup;
  const int left_over = program - top * tile_cols;
  return {.row = top + left_over % height, .col = left_over / height};
}

}  // namespace lesson12
