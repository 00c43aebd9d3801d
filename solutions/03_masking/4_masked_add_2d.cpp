// Lesson 03, task 4: add matrices of any shape.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.4
//
//   out[r, c] = x[r, c] + y[r, c]       for 0 <= r < n_rows and 0 <= c < n_cols
//
// Each program owns one tile of ROWS x COLS elements. At the right and at the lower edge of the
// matrix a tile is cut, and at the corner it is cut on both sides.
#include "masking.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct MaskedAdd2d {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out, int n_rows,
                            int n_cols, std::int64_t x_stride, std::int64_t y_stride,
                            std::int64_t out_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);  // [COLS]
    // TODO(lesson03.4): which lanes of the tile are inside the matrix?
    //{ solution
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
    //| auto mask = rows(_, None) < n_rows;  // [ROWS, 1]
    //}
    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);
    auto b = tl.load(y + rows(_, None) * y_stride + cols(None, _), mask);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), a + b, mask);
  }
};

void lesson03::masked_add_2d(view<const float, 2> x, view<const float, 2> y, view<float, 2> out) {
  constexpr int kRows = 16;
  constexpr int kCols = 128;
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  launch(out.device(), grid(cdiv(n_rows, kRows), cdiv(n_cols, kCols)), MaskedAdd2d<kRows, kCols>{},
         x, y, out, n_rows, n_cols, x.stride(0), y.stride(0), out.stride(0));
}
