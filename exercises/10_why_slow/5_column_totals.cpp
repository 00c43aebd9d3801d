// Lesson 10, task 5: the sums of a matrix's columns, added to a vector.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.5
//
//   out[c] += x[0, c] + x[1, c] + ... + x[rows - 1, c]
//
// The result is right, and no byte is moved in vain. But 256 columns occupy 4 programs, however
// many rows there are. For 2048 rows at least 64 programs must share the work.
#include "why_slow.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct ColumnTotals {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);  // [COLS]
    auto mask = cols < x.columns();
    auto totals = tl.zeros(size<COLS>);  // [COLS]
    // TODO(lesson10.5): which ROWS rows would be this program's, if there were more programs? And
    // what do two programs do that have the same columns?
    for (int row = 0; row < x.rows(); ++row) {
      totals += tl.load(x.row(row) + cols, mask, 0.0f);
    }
    tl.store(out + cols, tl.load(out + cols, mask, 0.0f) + totals, mask);
  }
};

void lesson10::column_totals(view<const float, 2> x, view<float> out) {
  constexpr int kRows = 64, kCols = 64;
  // TODO(lesson10.5): a program for each COLS columns. What is the second axis of the grid for?
  const grid programs(cdiv(x.extent(1), kCols));
  launch(out.device(), programs, ColumnTotals<kRows, kCols>{}, x, out);
}
