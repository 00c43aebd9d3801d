/// \file
/// Tiles at the edges of a matrix: what task 2 writes out, in two functions.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson07 {

/// True for the elements [rows, cols] that are inside of `x`.
template <class T, class Rows, class Cols>
KW_KERNEL auto inside(kw::array<T, 2> x, Rows rows, Cols cols) {
  return (rows(kw::_, kw::None) < x.rows()) & (cols(kw::None, kw::_) < x.columns());
}

/// The tile `[rows, cols]` of `x`, with zeros where it reaches past the edges of `x`.
///
/// \param rows,cols index tiles, such as `start + tl.arange(size<BK>)`.
/// \param at        the line that a finding names: the caller's, unless told otherwise.
template <class T, class Rows, class Cols>
KW_KERNEL auto load_tile(kw::program auto& tl, kw::array<const T, 2> x, Rows rows, Cols cols,
                         kw::source_place at = kw::source_place::here()) {
  return tl.load(x.row(rows(kw::_, kw::None)) + cols(kw::None, kw::_), inside(x, rows, cols), 0.0f,
                 at);
}

/// Stores the part of `tile` that is inside `x` as the tile `[rows, cols]` of `x`.
template <class T, class Rows, class Cols, class Tile>
KW_KERNEL void store_tile(kw::program auto& tl, kw::array<T, 2> x, Rows rows, Cols cols,
                          const Tile& tile, kw::source_place at = kw::source_place::here()) {
  tl.store(x.row(rows(kw::_, kw::None)) + cols(kw::None, kw::_), tile, inside(x, rows, cols), at);
}

}  // namespace lesson07
