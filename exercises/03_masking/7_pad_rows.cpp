// Lesson 03, task 7: rows of different lengths (stretch).
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.7
//
//   out[r, c] = x[r, c]  for c < lengths[r]      out[r, c] = padding  for all other c < n_cols
//
// x and out are [n_rows, n_cols], and lengths is [n_rows]. Row r of x holds garbage from column
// lengths[r] on.
#include "masking.hpp"

using namespace kw;

template <int ROWS, int COLS>
struct PadRows {
  KW_KERNEL void operator()(program auto tl, const float* x, const int* lengths, float* out,
                            float padding, int n_rows, int n_cols, std::int64_t x_stride,
                            std::int64_t out_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);  // [COLS]
    // TODO(lesson03.7): how far may each row be read, and how far must it be written? What do the
    // lanes hold that are written but not read?
    auto value = tl.load(x + rows(_, None) * x_stride + cols(None, _));
    tl.store(out + rows(_, None) * out_stride + cols(None, _), value);
  }
};

void lesson03::pad_rows(view<const float, 2> x, view<const int> lengths, float padding,
                        view<float, 2> out) {
  constexpr int kRows = 16;
  constexpr int kCols = 128;
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  launch(out.device(), grid(cdiv(n_rows, kRows), cdiv(n_cols, kCols)), PadRows<kRows, kCols>{}, x,
         lengths, out, padding, n_rows, n_cols, x.stride(0), out.stride(0));
}
