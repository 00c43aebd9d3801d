/// \file
/// Sizes of c that get large tiles.
#pragma once

#include "tiled_matmul.hpp"

namespace lesson07 {

/// How many programs a GPU should have at least: most have 100 to 150 processors.
inline constexpr int kBusyProcessors = 100;

/// The tiles of rows x columns that cover c.
template <class T>
int tiles_of(kw::view<T, 2> c, int rows, int columns) {
  return kw::narrow<int>(kw::cdiv(c.extent(0), rows) * kw::cdiv(c.extent(1), columns));
}

/// Large tiles use each element that they load more often. Small matrices still take small tiles,
/// because otherwise there would be too few programs for all the processors of a GPU.
template <class T>
bool takes_large_tiles(kw::view<T, 2> c) {
  return c.extent(0) >= 1024 && c.extent(1) >= 1024;
}

}  // namespace lesson07
