// Lesson 02, task 3: scale a matrix.
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.3
//
//   out[r, c] = x[r, c] * factor
//
// x and out are [rows, columns], and each program owns one tile of TILE x TILE elements. Row r of x
// begins r * x_stride elements after the first one, and row r of out begins at r * out_stride. In
// a large matrix that is more than an int can hold, so strides have 64 bits.
#include "grid_math.hpp"

using namespace kw;

template <int TILE>
struct Scale {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float factor,
                            std::int64_t x_stride, std::int64_t out_stride) const {
    // TODO(lesson02.3): which rows and which columns does this program own?
    auto rows = tl.arange(size<TILE>);  // [TILE]
    auto cols = tl.arange(size<TILE>);  // [TILE]
    // TODO(lesson02.3): where are the elements of the tile in x, and where in out?
    auto from = x + rows(_, None) + cols(None, _);  // [TILE, TILE]
    auto to = out + rows(_, None) + cols(None, _);  // [TILE, TILE]
    tl.store(to, tl.load(from) * factor);
  }
};

void lesson02::scale(view<const float, 2> x, float factor, view<float, 2> out) {
  launch(out.device(), grid(cdiv(x.extent(0), kTile), cdiv(x.extent(1), kTile)), Scale<kTile>{}, x,
         out, factor, x.stride(0), out.stride(0));
}
