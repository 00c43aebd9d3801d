// Ein Softmax in zwei Hälften: jedes Programm hält die beiden Hälften seiner Zeile in je einer
// Kachel (タイル), und verbindet Maximum und Summe der beiden. Which block is used is found by a
// recursion over a list of sizes, its launch is its own, and the rows are taken from the last to
// the first.
//
// task: lesson05.2
// half: after
// earns: everything
#include "softmax.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int HALF>
struct SoftmaxInHalves {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> out) const {
    int row = x.rows() - 1 - tl.program_id(0);
    auto links = tl.arange(size<HALF>);  // die linke Hälfte
    auto rechts = HALF + tl.arange(size<HALF>);
    auto in_links = links < x.columns();
    auto in_rechts = rechts < x.columns();
    auto a = tl.load(x.row(row) + links, in_links, -inf).to(float32);
    auto b = tl.load(x.row(row) + rechts, in_rechts, -inf).to(float32);
    float largest = tl.maximum(tl.max(a), tl.max(b));
    auto e = tl.exp(a - largest);
    auto f = tl.exp(b - largest);
    float scale = 1.0f / (tl.sum(e) + tl.sum(f));
    tl.store(out.row(row) + links, e * scale, in_links);
    tl.store(out.row(row) + rechts, f * scale, in_rechts);
  }
};

namespace lesson05 {

/// Takes the first half that is long enough, and the last one of the list in any case.
template <int HALF, int... OTHERS, class T>
void in_halves(view<const T, 2> x, view<T, 2> out) {
  if constexpr (sizeof...(OTHERS) > 0) {
    if (x.extent(1) > 2 * HALF) {
      return in_halves<OTHERS...>(x, out);
    }
  }
  launch<(HALF > 1024 ? 8 : 2)>(out.device(), grid(out.extent(0)), SoftmaxInHalves<HALF>{},
                                matrix(x), matrix(out));
}

template <class T>
void softmax(view<const T, 2> x, view<T, 2> out) {
  in_halves<128, 1024, kLongestTile / 2>(x, out);
}

template void softmax(view<const float, 2>, view<float, 2>);
template void softmax(view<const float16_t, 2>, view<float16_t, 2>);
template void softmax(view<const bfloat16_t, 2>, view<bfloat16_t, 2>);

}  // namespace lesson05
