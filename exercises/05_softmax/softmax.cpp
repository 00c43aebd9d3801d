// Lesson 05, fused softmax. The text is lessons/05_softmax/README.md.
#include "softmax.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. out[r, :] = exp(x[r, :] - max(x[r, :])). Program r owns row r, in one tile.
template <int BLOCK_SIZE>
struct Numerators {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    // TODO(lesson05.1): lanes past the row must not win the maximum; the largest exponent is 0.
    auto v = tl.load(x + row * x_stride + cols, mask, 0.0f);
    auto e = tl.exp(v);
    tl.store(out + row * out_stride + cols, e, mask);
  }
};

void lesson05::numerators(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(out.extent(0)), Numerators<1024>{}, x, out, x.stride(0), out.stride(0),
         narrow<int>(out.extent(1)));
}

// One row a program. Between the load and the store everything stays in registers.
template <int BLOCK_SIZE>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, T* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * x_stride + cols, mask, -inf).to(float32);
    // TODO(lesson05.2): subtract the maximum, exponentiate, divide by the sum.
    auto y = tl.exp(v);
    tl.store(out + row * out_stride + cols, y, mask);
  }
};

// ROWS short rows a program, as the rows of one tile.
template <int ROWS, int COLS>
struct SoftmaxShort {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, T* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);      // [ROWS]
    auto cols = tl.arange(size<COLS>);                                // [COLS]
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask, -inf).to(float32);
    // TODO(lesson05.3): the same along axis<1>. One maximum and one sum a row: give them back their
    // second axis with (_, None).
    auto y = tl.exp(v);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), y, mask);
  }
};

// A row of any length in blocks. `largest` is the maximum so far, and `sums` holds in each lane the
// sum so far of exp(x - largest): when a block raises the maximum, the old sums shrink to match.
template <int BLOCK_SIZE>
struct SoftmaxLong {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, T* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto x_row = x + tl.program_id(0) * x_stride;
    auto out_row = out + tl.program_id(0) * out_stride;
    // The lowest finite number: -inf less -inf would be NaN in a block that holds only -inf.
    float largest = -3.4028235e38f;
    auto sums = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x_row + cols, cols < n_cols, -inf).to(float32);
      // TODO(lesson05.4): the maximum up to and including this block; rescale what was summed under
      // the old one, and add this block's exponentials.
      largest = tl.max(v);
      sums = sums + tl.exp(v);
    }
    float scale = 1.0f / tl.sum(sums);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto v = tl.load(x_row + cols, cols < n_cols).to(float32);
      tl.store(out_row + cols, tl.exp(v - largest) * scale, cols < n_cols);
    }
  }
};

// dx = y * (dy - sum(y * dy)), one row a program. Both loads stand before the sum, so that they are
// under way together.
template <int BLOCK_SIZE>
struct SoftmaxBackward {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* y, const T* dy, T* dx, std::int64_t y_stride,
                            std::int64_t dy_stride, std::int64_t dx_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    auto p = tl.load(y + row * y_stride + cols, mask, 0.0f).to(float32);
    auto g = tl.load(dy + row * dy_stride + cols, mask, 0.0f).to(float32);
    // TODO(lesson05.5): every output of a row depends on every input of it, through the sum.
    auto result = p * g;
    tl.store(dx + row * dx_stride + cols, result, mask);
  }
};

// The same for rows longer than a tile: one walk for the sum, one for the result.
template <int BLOCK_SIZE>
struct SoftmaxBackwardLong {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* y, const T* dy, T* dx, std::int64_t y_stride,
                            std::int64_t dy_stride, std::int64_t dx_stride, int n_cols) const {
    auto y_row = y + tl.program_id(0) * y_stride;
    auto dy_row = dy + tl.program_id(0) * dy_stride;
    auto dx_row = dx + tl.program_id(0) * dx_stride;
    auto sums = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto mask = cols < n_cols;
      auto p = tl.load(y_row + cols, mask, 0.0f).to(float32);
      sums += p * tl.load(dy_row + cols, mask, 0.0f).to(float32);
    }
    float sum = tl.sum(sums);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < n_cols;
      auto p = tl.load(y_row + cols, mask).to(float32);
      auto g = tl.load(dy_row + cols, mask).to(float32);
      tl.store(dx_row + cols, p * (g - sum), mask);
    }
  }
};

// From here on: which block and how many warps for which width. The block is the power of two that
// holds the row. Few warps for short rows, so that many rows are under way at once; enough of them
// for long rows that a thread holds about 32 elements at most.

template <int BLOCK_SIZE, int WARPS, class T>
static void forward(view<const T, 2> x, view<T, 2> out) {
  launch<WARPS>(out.device(), grid(out.extent(0)), Softmax<BLOCK_SIZE>{}, x, out, x.stride(0),
                out.stride(0), narrow<int>(out.extent(1)));
}

template <class T>
void lesson05::softmax(view<const T, 2> x, view<T, 2> out) {
  constexpr int kHalve = sizeof(T) == 2 ? 2 : 1;  // 16-bit rows have half the bytes
  const std::int64_t columns = out.extent(1);
  if (columns <= 1024 && columns % 8 == 0) {
    forward<1024, 2>(x, out);
  } else if (columns <= 1024) {
    forward<1024, 2 * kHalve>(x, out);  // one element an access: fewer bytes in flight a thread
  } else if (columns <= 2048) {
    forward<2048, 4>(x, out);
  } else if (columns <= 4096) {
    forward<4096, 4>(x, out);
  } else if (columns <= 8192) {
    forward<8192, 8>(x, out);
  } else if (columns <= kLongestTile) {
    forward<kLongestTile, 16 / kHalve>(x, out);
  } else {
    softmax_long(x, out);
  }
}

template <class T>
void lesson05::softmax_short(view<const T, 2> x, view<T, 2> out) {
  constexpr int kRows = 16;
  const int n_rows = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n_rows, kRows)), SoftmaxShort<kRows, kShortRow>{}, x, out,
         x.stride(0), out.stride(0), n_rows, narrow<int>(out.extent(1)));
}

template <class T>
void lesson05::softmax_long(view<const T, 2> x, view<T, 2> out) {
  launch<8>(out.device(), grid(out.extent(0)), SoftmaxLong<4096>{}, x, out, x.stride(0),
            out.stride(0), narrow<int>(out.extent(1)));
}

template <int WARPS, class Kernel, class T>
static void backward(const Kernel& kernel, view<const T, 2> y, view<const T, 2> dy, view<T, 2> dx) {
  launch<WARPS>(dx.device(), grid(dx.extent(0)), kernel, y, dy, dx, y.stride(0), dy.stride(0),
                dx.stride(0), narrow<int>(dx.extent(1)));
}

template <class T>
void lesson05::softmax_backward(view<const T, 2> y, view<const T, 2> dy, view<T, 2> dx) {
  const std::int64_t columns = dx.extent(1);
  if (columns <= 1024) {
    backward<4>(SoftmaxBackward<1024>{}, y, dy, dx);
  } else if (columns <= kLongestBackwardTile) {
    backward<8>(SoftmaxBackward<kLongestBackwardTile>{}, y, dy, dx);
  } else {
    backward<8>(SoftmaxBackwardLong<2048>{}, y, dy, dx);
  }
}

// The types that the contract promises.
template <class T>
using output = view<T, 2>;
template <class T>
using input = view<const T, 2>;
template void lesson05::softmax(input<float>, output<float>);
template void lesson05::softmax(input<float16_t>, output<float16_t>);
template void lesson05::softmax(input<bfloat16_t>, output<bfloat16_t>);
template void lesson05::softmax_short(input<float>, output<float>);
template void lesson05::softmax_short(input<float16_t>, output<float16_t>);
template void lesson05::softmax_short(input<bfloat16_t>, output<bfloat16_t>);
template void lesson05::softmax_long(input<float>, output<float>);
template void lesson05::softmax_long(input<float16_t>, output<float16_t>);
template void lesson05::softmax_long(input<bfloat16_t>, output<bfloat16_t>);
template void lesson05::softmax_backward(input<float>, input<float>, output<float>);
template void lesson05::softmax_backward(input<float16_t>, input<float16_t>, output<float16_t>);
template void lesson05::softmax_backward(input<bfloat16_t>, input<bfloat16_t>, output<bfloat16_t>);
