// Lesson 13, task 3: the matrix that turns a convolution into a product.
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.3
//
//   out[m, t] = x[n, p * stride - padding + i, q * stride - padding + j, c]     0 outside the image
//
// x is [n, height, width, channels]. Row m = (n * rows + p) * columns + q is for place (p, q) of
// image n, and column t = (i * g.s + j) * channels + c for one element of a filter. out is dense,
// g.places() by g.taps(). The kernel, its parameters and its launch are yours to write.
#include "convolution.hpp"

using namespace kw;

//{ solution
template <int BLOCK_SIZE>
struct Patches {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out,
                            lesson13::geometry g) const {
    int place = tl.program_id(0);                                             // one row of out
    auto taps = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    int image = place / (g.rows * g.columns);
    int top = place / g.columns % g.rows * g.stride - g.padding;
    int left = place % g.columns * g.stride - g.padding;
    auto c = taps % g.channels;
    auto y = top + taps / g.channels / g.s;
    auto z = left + taps / g.channels % g.s;
    auto inside = (y >= 0) & (y < g.height) & (z >= 0) & (z < g.width);
    auto from = ((image * g.height + y) * g.width + z) * g.channels + c;
    auto v = tl.load(x + from, inside & (taps < g.taps()), 0.0f);
    tl.store(out + place * g.taps() + taps, v, taps < g.taps());
  }
};

//}
void lesson13::patches(view<const float, 4> x, const geometry& g, view<float, 2> out) {
  // TODO(lesson13.3): write a kernel above this function, and launch it here.
  //{ solution
  constexpr int kBlockSize = 128;
  launch(out.device(), grid(g.places(), cdiv(g.taps(), kBlockSize)), Patches<kBlockSize>{}, x, out,
         g);
  //}
}
