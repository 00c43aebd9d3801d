/// \file
/// Lesson 02, task 2: what happens to a tile's number once it is known. It shows how task 3 can be
/// solved, so read it only after that.
#pragma once
#include <kernelwright/kernelwright.hpp>

namespace lesson02 {

/// Stores `value` in every element of this program's tile of a matrix. Program (i, j) owns the tile
/// of TILE x TILE elements that begins at row i * TILE and column j * TILE.
template <int TILE>
KW_HD void fill_tile(auto& tl, int* out, std::int64_t out_stride, int value) {
  auto rows = tl.program_id(0) * TILE + tl.arange(kw::size<TILE>);  // [TILE]
  auto cols = tl.program_id(1) * TILE + tl.arange(kw::size<TILE>);  // [TILE]
  tl.store(out + rows(kw::_, kw::None) * out_stride + cols(kw::None, kw::_), value);
}

}  // namespace lesson02
