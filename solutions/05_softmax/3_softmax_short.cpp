// Lesson 05, task 3: softmax of short rows.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.3
//
//   m         = max(x[r, :])
//   out[r, c] = exp(x[r, c] - m) / sum(exp(x[r, :] - m))      x, out: [rows, columns]
//
// One program computes ROWS rows as one tile of [ROWS, COLS]. A row has at most COLS columns.
#include "softmax.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct SoftmaxShort {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> out) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);             // [ROWS]
    auto cols = tl.arange(size<COLS>);                                       // [COLS]
    auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());  // [ROWS, COLS]
    // TODO(lesson05.3): as in task 2, but each row of the tile has its own maximum and its own sum.
    // Which axis goes away, and how does one number per row meet a tile again?
    //{ solution
    auto v = tl.load(x.row(rows(_, None)) + cols(None, _), mask, -inf).to(float32);
    auto largest = tl.max(v, axis<1>);      // [ROWS]
    auto e = tl.exp(v - largest(_, None));  // [ROWS, COLS]
    auto y = e / tl.sum(e, axis<1>)(_, None);
    //| auto v = tl.load(x.row(rows(_, None)) + cols(None, _), mask, 0.0f).to(float32);
    //| auto y = tl.exp(v);
    //}
    tl.store(out.row(rows(_, None)) + cols(None, _), y, mask);
  }
};

#include "launch_softmax_short.hpp"  // ROWS, COLS and the types; no need to read it
