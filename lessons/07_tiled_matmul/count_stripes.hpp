/// \file
/// The rest of task 3: what uses `tile_of`. The task's file includes this one as its last line.
#pragma once

#include <vector>

#include "tiled_matmul.hpp"

/// Each program writes its number into its element of `order`.
struct SignTiles {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<int, 2> order, int group) const {
    auto program = tl.program_id(0);
    auto tile = tile_of(program, order.rows(), order.columns(), group);
    tl.store(order.row(tile.row) + tile.col, program);
  }
};

void lesson07::sign_tiles(kw::view<int, 2> order, int group) {
  kw::launch(order.device(), kw::grid(order.size()), SignTiles{}, order, group);
}

int lesson07::stripes_read(int tile_rows, int tile_cols, int group, int wave) {
  std::vector<bool> of_a(static_cast<std::size_t>(tile_rows));
  std::vector<bool> of_b(static_cast<std::size_t>(tile_cols));
  int count = 0;
  for (int program = 0; program < wave && program < tile_rows * tile_cols; ++program) {
    const tile_position tile = tile_of(program, tile_rows, tile_cols, group);
    if (tile.row < 0 || tile.row >= tile_rows || tile.col < 0 || tile.col >= tile_cols) {
      return -1;
    }
    const auto row = static_cast<std::size_t>(tile.row), col = static_cast<std::size_t>(tile.col);
    count += (of_a[row] ? 0 : 1) + (of_b[col] ? 0 : 1);
    of_a[row] = of_b[col] = true;
  }
  return count;
}
