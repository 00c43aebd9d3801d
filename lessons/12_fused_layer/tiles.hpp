/// \file
/// Tiles at the edges of a matrix, as in lesson 07: the steps of its task 2, in two functions.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson12 {

/// The tile `[rows, cols]` of `x`, with zeros where it reaches past the edges of `x`.
///
/// \param rows,cols index tiles, such as `start + tl.arange(size<BK>)`.
/// \param at        the line that a finding names: the caller's, unless another is passed.
template <class T, class Rows, class Cols>
KW_KERNEL auto load_tile(kw::program auto& tl, kw::array<const T, 2> x, Rows rows, Cols cols,
                         kw::source_place at = kw::source_place::here()) {
  auto mask = (rows(kw::_, kw::None) < x.rows()) & (cols(kw::None, kw::_) < x.columns());
  return tl.load(x.row(rows(kw::_, kw::None)) + cols(kw::None, kw::_), mask, 0.0f, at);
}

/// Stores the part of `tile` that is inside `x` as the tile `[rows, cols]` of `x`.
template <class T, class Rows, class Cols, class Tile>
KW_KERNEL void store_tile(kw::program auto& tl, kw::array<T, 2> x, Rows rows, Cols cols,
                          const Tile& tile, kw::source_place at = kw::source_place::here()) {
  auto mask = (rows(kw::_, kw::None) < x.rows()) & (cols(kw::None, kw::_) < x.columns());
  tl.store(x.row(rows(kw::_, kw::None)) + cols(kw::None, kw::_), tile, mask, at);
}

}  // namespace lesson12
