// Lesson 04, task 5: where the largest element is.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.5
//
//   out[r] = the first column c for which x[r, c] is the largest element of row r
//
// One program owns one row, of any length. Every lane knows what a whole tile is reduced to, so you
// can keep the result in a plain variable and compare it with `if`.
#include "reductions.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct RowArgmax {
  KW_KERNEL void operator()(program auto tl, const float* x, int* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    // TODO(lesson04.5): this looks only at the first block of the row, and a masked lane can win.
    // When does a later block win, and in which column of the row is its largest element?
    //{ solution
    float best = -inf;
    int best_column = 0;
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x + row * x_stride + cols, cols < n_cols, -inf);
      auto largest = tl.max(v);
      if (largest > best) {  // not >=: of equal elements the first one counts
        best = largest;
        best_column = start + tl.argmax(v, axis<0>);
      }
    }
    //| auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    //| auto v = tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f);
    //| int best_column = tl.argmax(v, axis<0>);
    //}
    tl.store(out + row, best_column);
  }
};

void lesson04::row_argmax(view<const float, 2> x, view<int> out) {
  launch(out.device(), grid(x.extent(0)), RowArgmax<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}
