// Lesson 02, task 4: transpose a matrix.
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.4
//
//   out[c, r] = x[r, c]
//
// x is [rows, columns] and out is [columns, rows]. A program reads one tile along the rows of x,
// turns it, and writes it along the rows of out, so neighbouring lanes touch neighbours both times.
#include "grid_math.hpp"

using namespace kw;

template <int TILE>
struct Transpose {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            std::int64_t out_stride) const {
    // TODO(lesson02.4): load this program's tile of x. Where in out does it belong, and what has to
    // happen to its elements on the way?
  }
};

void lesson02::transpose(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(cdiv(x.extent(0), kTile), cdiv(x.extent(1), kTile)), Transpose<kTile>{},
         x, out, x.stride(0), out.stride(0));
}
