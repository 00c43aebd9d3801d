// Lesson 04, task 4: the mean of a row.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.4
//
//   out[r] = (x[r, 0] + x[r, 1] + ... + x[r, n_cols - 1]) / n_cols
//
// One program owns one row, of any length. The sums of its lanes come from sums_of_row, which does
// what you wrote in task 2.
#include "partial_sums.hpp"
#include "reductions.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct RowMean {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto acc = lesson04::sums_of_row<BLOCK_SIZE>(tl, x + row * x_stride, n_cols);  // [BLOCK_SIZE]
    // TODO(lesson04.4): tl.mean divides by the lanes of a tile. How many elements does the row
    // have?
    auto mean = tl.mean(acc);
    tl.store(out + row, mean);
  }
};

void lesson04::row_mean(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowMean<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}
