// Lesson 05, task 1: the numerators of a softmax.
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.1
//
//   out[r, c] = exp(x[r, c] - max(x[r, :]))      x, out: [rows, columns], columns <= 1024
//
// One program per row, which fits into one tile. The lanes past the row must not count.
#include "softmax.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Numerators {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    // TODO(lesson05.1): an element of 100 overflows here. Which number makes the largest exponent
    // 0? And what must the lanes past the row hold to have no influence on that number?
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    auto e = tl.exp(v);
    tl.store(out.row(row) + cols, e, mask);
  }
};

void lesson05::numerators(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(out.extent(0)), Numerators<1024>{}, x, out);
}
