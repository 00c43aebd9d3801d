/// \file
/// Lesson 04: sums of many elements that are still spread over the lanes of a tile. Tasks that
/// begin with such sums take them from here, and can be about what comes after.
#pragma once
#include <kernelwright/kernelwright.hpp>

namespace lesson04 {

/// Sums of the blocks that begin at start, start + step, start + 2 * step, ... before n.
///
/// \returns `[BLOCK_SIZE]` float32: lane i holds the sum of the elements at place i of these blocks
template <int BLOCK_SIZE>
KW_HD auto sums_of_blocks(auto& tl, const float* x, int start, int step, int n) {
  auto sums = tl.zeros(kw::size<BLOCK_SIZE>);  // [BLOCK_SIZE]
  for (; start < n; start += step) {
    auto offsets = start + tl.arange(kw::size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    sums += tl.load(x + offsets, offsets < n, 0.0f);
  }
  return sums;
}

/// Sums of all blocks of a row, as task 2 computes them. \returns `[BLOCK_SIZE]` float32
template <int BLOCK_SIZE>
KW_HD auto sums_of_row(auto& tl, const float* row, int n_cols) {
  return sums_of_blocks<BLOCK_SIZE>(tl, row, 0, BLOCK_SIZE, n_cols);
}

/// Sums of this program's share of a vector, blocks p, p + P, p + 2P, ... for program p of P, as
/// task 7 computes them. \returns `[BLOCK_SIZE]` float32
template <int BLOCK_SIZE>
KW_HD auto sums_of_share(auto& tl, const float* x, int n) {
  return sums_of_blocks<BLOCK_SIZE>(tl, x, tl.program_id(0) * BLOCK_SIZE,
                                    tl.num_programs(0) * BLOCK_SIZE, n);
}

}  // namespace lesson04
