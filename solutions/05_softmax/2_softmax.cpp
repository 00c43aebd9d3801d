// Lesson 05, task 2: softmax.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.2
//
//   m         = max(x[r, :])
//   out[r, c] = exp(x[r, c] - m) / sum(exp(x[r, :] - m))      x, out: [rows, columns]
//
// One program per row, which fits into one tile: one load, one store, and nothing in between
// reaches memory. T is float, float16_t or bfloat16_t; compute in float32.
#include "softmax.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    // TODO(lesson05.2): the softmax of the row. The lanes past it take part in the maximum and in
    // the sum: what must they hold?
    //{ solution
    auto v = tl.load(x.row(row) + cols, mask, -inf).to(float32);
    auto e = tl.exp(v - tl.max(v));
    auto y = e * (1.0f / tl.sum(e));
    //| auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
    //| auto y = tl.exp(v);
    //}
    tl.store(out.row(row) + cols, y, mask);
  }
};

#include "launch_softmax.hpp"  // which block and warps for which width; no need to read it
