// Lesson 10, task 2: each row times its weight.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.2
//
//   out[r, c] = w[r] * x[r, c]
//
// The result is right. But for each byte that is needed eight are moved, and at most 1.1 may be.
#include "why_slow.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct WeighRows {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* w,
                            array<float, 2> out) const {
    int first = tl.program_id(0) * ROWS;
    auto rows = first + tl.arange(size<ROWS>);          // [ROWS]
    auto weights = tl.load(w + rows, rows < x.rows());  // [ROWS]
    // TODO(lesson10.2): how far apart are the elements that the lanes of one load touch? COLS is
    // there for you.
    //{ solution
    for (int start = 0; start < x.columns(); start += COLS) {
      auto v = tl.load(x.tile(shape<ROWS, COLS>, first, start));
      tl.store(out.tile(shape<ROWS, COLS>, first, start), v * weights(_, None));
    }
    //| for (int col = 0; col < x.columns(); ++col) {
    //|   auto v = tl.load(x.row(rows) + col, rows < x.rows());  // [ROWS]
    //|   tl.store(out.row(rows) + col, v * weights, rows < x.rows());
    //| }
    //}
  }
};

void lesson10::weigh_rows(view<const float, 2> x, view<const float> w, view<float, 2> out) {
  constexpr int kRows = 16, kCols = 64;
  launch(out.device(), grid(cdiv(out.extent(0), kRows)), WeighRows<kRows, kCols>{}, x, w, out);
}
