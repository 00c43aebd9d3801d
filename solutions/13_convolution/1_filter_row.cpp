// Lesson 13, task 1: a filter along a vector.
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.1
//
//   out[i] = x[i - h] * w[0] + x[i - h + 1] * w[1] + ... + x[i - h + taps - 1] * w[taps - 1]
//
// with h = (taps - 1) / 2, rounded down. Elements before x[0] and after x[n - 1] count as 0.
#include "convolution.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct FilterRow {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* w, float* out, int n,
                            int taps) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto acc = tl.zeros(size<BLOCK_SIZE>);
    for (int j = 0; j < taps; ++j) {
      // TODO(lesson13.1): which elements of x meet w[j], and which of those exist?
      //{ solution
      auto from = offsets + (j - (taps - 1) / 2);
      auto v = tl.load(x + from, (from >= 0) & (from < n), 0.0f);
      //| auto v = tl.load(x + offsets, offsets < n, 0.0f);
      //}
      acc += v * tl.load(w + j);
    }
    tl.store(out + offsets, acc, offsets < n);
  }
};

void lesson13::filter_row(view<const float> x, view<const float> w, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), FilterRow<kBlockSize>{}, x, w, out, n,
         narrow<int>(w.extent(0)));
}
