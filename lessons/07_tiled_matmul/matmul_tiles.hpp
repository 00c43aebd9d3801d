/// \file
/// Sizes of c that get large tiles.
#pragma once

#include "tiled_matmul.hpp"

namespace lesson07 {

/// Large tiles use each element that they load more often. Small matrices still take small tiles,
/// because otherwise there would be too few programs for all the processors of a GPU.
template <class T>
bool takes_large_tiles(kw::view<T, 2> c) {
  return c.extent(0) >= 1024 && c.extent(1) >= 1024;
}

}  // namespace lesson07
