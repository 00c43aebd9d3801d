// Lesson 13, task 5: the other layout (stretch).
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.5
//
//   out[n, k, p, q] = sum over t of a[m, t] * w[k, t]      m = (n * rows + p) * columns + q
//
// as in task 4, but x is [n, channels, height, width], w [filters, channels, r, s] and out
// [n, filters, rows, columns]. Column t of a is now (c * g.r + i) * g.s + j, so the program walks
// along t, BK columns at a time, and each lane computes which c, i and j it has.
#include "convolution.hpp"

using namespace kw;

template <int BM, int BN, int BK>
struct ConvolveNchw {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, const float16_t* w, float16_t* out,
                            lesson13::geometry g) const {
    auto places = tl.program_id(0) * BM + tl.arange(size<BM>);   // [BM]
    auto filters = tl.program_id(1) * BN + tl.arange(size<BN>);  // [BN]
    int per_image = g.rows * g.columns;
    auto image = places / per_image;  // [BM], as the next two
    auto top = places / g.columns % g.rows * g.stride - g.padding;
    auto left = places % g.columns * g.stride - g.padding;
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < g.taps(); start += BK) {
      auto taps = start + tl.arange(size<BK>);  // [BK]
      auto wt = tl.load(w + filters(None, _) * g.taps() + taps(_, None),
                        (filters(None, _) < g.filters) & (taps(_, None) < g.taps()), 0.0f);
      // TODO(lesson13.5): which channel, row and column of the image does each tap meet?
      auto plane = image(_, None) * g.channels + taps(None, _);
      auto y = top(_, None);
      auto z = left(_, None);
      auto mask = (places(_, None) < g.places()) & (taps(None, _) < g.channels);
      auto xt = tl.load(x + ((plane * g.height + y) * g.width + z), mask, 0.0f);
      acc = tl.dot(xt, wt, acc);
    }
    auto pixel = image * (g.filters * per_image) + places % per_image;  // [BM], of the first filter
    tl.store(out + pixel(_, None) + filters(None, _) * per_image, acc,
             (places(_, None) < g.places()) & (filters(None, _) < g.filters));
  }
};

#include "launch_convolve_nchw.hpp"  // which tiles and how many warps; no need to read it
