// Lesson 06, task 5: the sums of the columns.
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.5
//
//   dw[c] = sum over p of dw_partial[p, c]     db[c] = sum over p of db_partial[p, c]
//
// dw_partial and db_partial are the workspace of task 4, [P, columns]. One program has COLS of the
// columns, and goes down them ROWS rows at a time. It always adds in the same order, so every run
// gives the same bits.
#include "layernorm.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct ColumnSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> dw_partial,
                            array<const float, 2> db_partial, float* dw, float* db) const {
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);  // [COLS]
    auto dw_sums = tl.zeros(shape<ROWS, COLS>);
    auto db_sums = tl.zeros(shape<ROWS, COLS>);
    // TODO(lesson06.5): which rows does a tile of ROWS x COLS hold after the first ones, and which
    // of its lanes are outside of the workspace? As it stands, nothing is added to the sums.
    tl.store(dw + cols, tl.sum(dw_sums, axis<0>), cols < dw_partial.columns());
    tl.store(db + cols, tl.sum(db_sums, axis<0>), cols < dw_partial.columns());
  }
};

#include "launch_column_sums.hpp"  // how large a tile, and how many warps; no need to read it
