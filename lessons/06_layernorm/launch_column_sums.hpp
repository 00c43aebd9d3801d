/// \file
/// Lesson 06, task 5: how large the tiles of `column_sums` are, and how many warps it takes.
#pragma once

#include "rows_to_walk.hpp"

namespace lesson06 {

void column_sums(kw::view<const float, 2> dw_partial, kw::view<const float, 2> db_partial,
                 kw::view<float> dw, kw::view<float> db) {
  check_rows_to_walk(dw_partial.extent(0));
  constexpr int kRows = 256;  // many rows at a time, since each time is a wait for memory
  constexpr int kCols = 16;   // few columns per program, so there are many programs
  kw::launch<8>(dw.device(), kw::grid(kw::cdiv(dw.extent(0), kCols)), ColumnSums<kRows, kCols>{},
                dw_partial, db_partial, dw, db);
}

}  // namespace lesson06
