// Lesson 04, task 2: sums of long rows.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.2
//
//   out[r] = x[r, 0] + x[r, 1] + ... + x[r, n_cols - 1]       in float32, for up to 2^30 columns
//
// One program owns one row and takes BLOCK_SIZE elements of it at a time. Each lane of `acc` sums
// every BLOCK_SIZE-th element, and the lanes are summed once, at the end.
#include "reductions.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct RowSum {
  template <class T>  // float, float16_t or bfloat16_t
  KW_KERNEL void operator()(program auto tl, const T* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE], float32
    // TODO(lesson04.2): this adds the first block of the row. What about all the others?
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    acc += tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f).to(float32);
    tl.store(out + row, tl.sum(acc));
  }
};

template <class T>
void launch_row_sum(view<const T, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowSum<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}

#include "row_sum_types.hpp"  // row_sum for each of the three types; no need to read it
