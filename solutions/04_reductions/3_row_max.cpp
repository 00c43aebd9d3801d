// Lesson 04, task 3: the largest element of a row.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.3
//
//   out[r] = max(x[r, 0], x[r, 1], ..., x[r, n_cols - 1])       for up to 2^30 columns
//
// One program owns one row. A row may hold nothing but negative numbers, or nothing at all: its
// maximum is then minus infinity.
#include "reductions.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct RowMax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    // TODO(lesson04.3): this looks only at the first block of the row, and a masked lane can win.
    // Walk along the row. What does the maximum start with, and what does a masked lane hold?
    //{ solution
    auto largest = tl.full(size<BLOCK_SIZE>, -inf);  // [BLOCK_SIZE]
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x + row * x_stride + cols, cols < n_cols, -inf);
      largest = tl.maximum(largest, v);
    }
    //| auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    //| auto largest = tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f);
    //}
    tl.store(out + row, tl.max(largest));
  }
};

void lesson04::row_max(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowMax<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}
