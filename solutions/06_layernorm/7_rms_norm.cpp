// Lesson 06, task 7: RMSNorm, from a blank page.
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.7
//
//   y[r, c] = x[r, c] / sqrt(sum(x[r, :]^2) / n + eps) * weight[c]
//
// A LayerNorm without the mean and without a bias. x and y are [rows, n] with n at most
// kLongestTile, which one tile holds; weight is [n]. T may have 16 bits: compute in float32.
#include "layernorm.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct RmsNorm {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, const T* weight, array<T, 2> y,
                            float eps) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
    auto w = tl.load(weight + cols, mask).to(float32);
    float scale = 1.0f / tl.sqrt(tl.sum(v * v) / x.columns() + eps);
    tl.store(y.row(row) + cols, v * scale * w, mask);
  }
};

//}
template <class T>
void lesson06::rms_norm(view<const T, 2> x, view<const T> weight, view<T, 2> y, float eps) {
  // TODO(lesson06.7): write a kernel above, and launch it here. Which programs are there, and what
  // does each of them need?
  //{ solution
  launch(y.device(), grid(y.extent(0)), RmsNorm<kLongestTile>{}, x, weight, y, eps);
  //}
}

#include "launch_rms_norm.hpp"  // for which types it is compiled; no need to read it
