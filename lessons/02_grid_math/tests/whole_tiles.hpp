// Shapes for tasks 2 to 4: rows and columns are whole tiles, and row strides are not.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "grid_math.hpp"

namespace lesson02 {

using namespace kw::testing;

// One tile, one row of tiles, one column, more of both, and none at all.
inline const std::vector<matrix_case> kShapes = {{64, 64},   {64, 320}, {320, 64}, {128, 192},
                                                 {192, 128}, {0, 64},   {64, 0},   {448, 576}};

// Random shapes of whole tiles, for an output as large as the input.
inline matrix_case any_tiles(size_draw& d) {
  const std::int64_t rows = d.length(0, 8) * kTile, columns = d.length(0, 8) * kTile;
  return {rows, columns, columns + 3 * d.below(20), columns + d.below(40),
          static_cast<int>(d.below(3))};
}

// The same for an output whose rows are the columns of the input.
inline matrix_case any_turned_tiles(size_draw& d) {
  matrix_case c = any_tiles(d);
  c.out_stride = c.rows + d.below(40);
  return c;
}

}  // namespace lesson02
