// Lesson 04, task 6: the length of each row.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.6
//
//   out[r] = sqrt(x[r, 0]^2 + x[r, 1]^2 + ... + x[r, n_cols - 1]^2)
//
// x is [n_rows, n_cols] float32, with any row stride and rows of any length. The kernel, its
// parameters and its launch are yours to write.
#include "reductions.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct L2Norm {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f);
      acc += v * v;
    }
    tl.store(out + row, tl.sqrt(tl.sum(acc)));
  }
};

//}
void lesson04::l2_norm(view<const float, 2> x, view<float> out) {
  // TODO(lesson04.6): write a kernel above this function, and launch it here.
  //{ solution
  launch(out.device(), grid(x.extent(0)), L2Norm<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
  //}
}
