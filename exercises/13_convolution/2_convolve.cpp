// Lesson 13, task 2: a convolution, straight from its formula.
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.2
//
//   out[n, k, p, q] = sum over c, i, j of
//       x[n, c, p * stride - padding + i, q * stride - padding + j] * w[k, c, i, j]
//
// Images are [n, channels, height, width]; elements outside the image count as 0.
// Program (b, p, n * filters + k) computes block b of the columns of row p, for image n
// and filter k.
#include "convolution.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Convolve {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* w, float* out,
                            lesson13::geometry g) const {
    auto columns = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    int row = tl.program_id(1);
    int image = tl.program_id(2) / g.filters, filter = tl.program_id(2) % g.filters;
    auto acc = tl.zeros(size<BLOCK_SIZE>);
    for (int c = 0; c < g.channels; ++c) {
      for (int i = 0; i < g.r; ++i) {
        for (int j = 0; j < g.s; ++j) {
          float weight = tl.load(w + (((filter * g.channels + c) * g.r + i) * g.s + j));
          // TODO(lesson13.2): which row and which columns of the image does this weight meet?
          auto z = columns + j;  // [BLOCK_SIZE]
          auto from = ((image * g.channels + c) * g.height + row + i) * g.width + z;
          auto v = tl.load(x + from, z < g.width, 0.0f);
          acc += v * weight;
        }
      }
    }
    auto to = ((image * g.filters + filter) * g.rows + row) * g.columns + columns;
    tl.store(out + to, acc, columns < g.columns);
  }
};

void lesson13::convolve(view<const float, 4> x, view<const float, 4> w, int stride, int padding,
                        view<float, 4> out) {
  constexpr int kBlockSize = 128;
  const geometry g = geometry_of(x, w, stride, padding);
  launch(out.device(), grid(cdiv(g.columns, kBlockSize), g.rows, g.images * g.filters),
         Convolve<kBlockSize>{}, x, w, out, g);
}
