// Lesson 13, task 4: a convolution on tensor cores.
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.4
//
//   out[m, k] = sum over t of a[m, t] * w[k, t]
//
// a is the matrix of task 3, which is never stored: each tile of it is gathered from x when it is
// needed. x is [n, height, width, channels], w [filters, r, s, channels] and out [n, rows, columns,
// filters]. Program (b, d) owns BM places and BN filters. It walks over the rows i and columns j of
// the filters, and over the channels, BK at a time.
#include "convolution.hpp"

using namespace kw;

template <int BM, int BN, int BK>
struct ConvolveNhwc {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const float16_t, 2> w, array<float16_t, 2> out,
                            lesson13::geometry g) const {
    auto places = tl.program_id(0) * BM + tl.arange(size<BM>);   // [BM]
    auto filters = tl.program_id(1) * BN + tl.arange(size<BN>);  // [BN]
    auto image = places / (g.rows * g.columns);                  // [BM], as the next two
    auto top = places / g.columns % g.rows * g.stride - g.padding;
    auto left = places % g.columns * g.stride - g.padding;
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int i = 0; i < g.r; ++i) {
      for (int j = 0; j < g.s; ++j) {
        for (int start = 0; start < g.channels; start += BK) {
          auto c = start + tl.arange(size<BK>);  // [BK]
          auto taps = (i * g.s + j) * g.channels + c;
          auto wt = tl.load(w.row(filters(None, _)) + taps(_, None),
                            (filters(None, _) < g.filters) & (c(_, None) < g.channels), 0.0f);
          auto y = top + i;
          auto z = left + j;                                   // [BM]
          auto pixels = (image * g.height + y) * g.width + z;  // [BM]
          // TODO(lesson13.4): gather the tile [BM, BK] of the image. Which of its lanes exist?
          auto mask = places(_, None) < g.places();
          auto xt = tl.load(x.row(pixels(_, None)) + c(None, _), mask);
          acc = tl.dot(xt, wt, acc);
        }
      }
    }
    tl.store(out.row(places(_, None)) + filters(None, _), acc,
             (places(_, None) < g.places()) & (filters(None, _) < g.filters));
  }
};

#include "launch_convolve_nhwc.hpp"  // which tiles and how many warps; no need to read it
