// wrong: fills the lanes outside with 0 in place of the padding
// caught by: PadRows.FourRows
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. The mask of every program, written out as 1 and 0. out has whole blocks, so that the
// store itself needs no mask.
template <int BLOCK_SIZE>
struct MaskValues {
  KW_KERNEL void operator()(auto tl, int* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    tl.store(out + offsets, tl.where(mask, 1, 0));
  }
};

void lesson03::mask_values(int n, view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), MaskValues<kSmallBlock>{}, out, n);
}

// out[i] = x[i] + y[i] for any n.
template <int BLOCK_SIZE>
struct MaskedAdd {
  KW_KERNEL void operator()(auto tl, const float* x, const float* y, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    auto b = tl.load(y + offsets, mask);
    tl.store(out + offsets, a + b, mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), MaskedAdd<kBlockSize>{}, x, y, out, n);
}

// out[i] = x[i] - x[i - 1], where x[-1] counts as 0.
template <int BLOCK_SIZE>
struct Difference {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    auto current = tl.load(x + offsets, mask);
    auto previous = tl.load(x + (offsets - 1), mask & (offsets > 0), 0.0f);
    tl.store(out + offsets, current - previous, mask);
  }
};

void lesson03::difference(view<const float> x, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Difference<kBlockSize>{}, x, out, n);
}

// out[r, c] = x[r, c] + y[r, c], one ROWS x COLS tile a program. At the right and at the lower edge
// of the matrix a tile is cut, at the corner on both sides.
template <int ROWS, int COLS>
struct MaskedAdd2d {
  KW_KERNEL void operator()(auto tl, const float* x, const float* y, float* out, int n_rows,
                            int n_cols, int x_stride, int y_stride, int out_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);  // [COLS]
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
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
         x, y, out, n_rows, n_cols, narrow<int>(x.stride(0)), narrow<int>(y.stride(0)),
         narrow<int>(out.stride(0)));
}

// Stretch. out[r, c] = x[r, c] where c < lengths[r], else padding. The load and the store need
// different masks: a row is read as far as its data go, and written as far as the matrix goes.
template <int ROWS, int COLS>
struct PadRows {
  KW_KERNEL void operator()(auto tl, const float* x, const int* lengths, float* out, float padding,
                            int n_rows, int n_cols, int x_stride, int out_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);        // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);        // [COLS]
    auto inside = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
    auto length = tl.load(lengths + rows, rows < n_rows, 0);            // [ROWS]
    auto valid = inside & (cols(None, _) < length(_, None));            // [ROWS, COLS]
    auto value = tl.load(x + rows(_, None) * x_stride + cols(None, _), valid, 0.0f);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), value, inside);
  }
};

void lesson03::pad_rows(view<const float, 2> x, view<const int> lengths, float padding,
                        view<float, 2> out) {
  constexpr int kRows = 16;
  constexpr int kCols = 128;
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  launch(out.device(), grid(cdiv(n_rows, kRows), cdiv(n_cols, kCols)), PadRows<kRows, kCols>{}, x,
         lengths, out, padding, n_rows, n_cols, narrow<int>(x.stride(0)),
         narrow<int>(out.stride(0)));
}
