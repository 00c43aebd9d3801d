// A vector add, a scaling of rows and a linear layer, which the page for readers who come from
// Triton or CUDA shows whole, beside in_cuda.cu.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [vector add]
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    auto b = tl.load(y + offsets, mask);
    tl.store(out + offsets, a + b, mask);
  }
};

void vector_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 1024)), VectorAdd<1024>{}, x, y, out, n);
}
//! [vector add]

TEST_F(Examples, ThreeKernelsVectorAdd) {
  buffer<float> x(default_device(), {5000}, counting(5000));
  buffer<float> y(default_device(), {5000}, counting(5000, 2.0f));
  buffer<float> out(default_device(), {5000});
  vector_add(x.cview(), y.cview(), out.view());
  EXPECT_EQ(out.download(), counting(5000, 3.0f));
}

//! [scale rows]
template <int BLOCK_SIZE>
struct ScaleRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * x_stride + cols, mask, inf);
    auto lowest = tl.min(v);
    auto highest = tl.max(tl.where(mask, v, -inf));
    tl.store(out + row * out_stride + cols, (v - lowest) / (highest - lowest), mask);
  }
};

void scale_rows(view<const float, 2> x, view<float, 2> out) {  // rows of at most 1024
  launch(out.device(), grid(out.extent(0)), ScaleRows<1024>{}, x, out, x.stride(0), out.stride(0),
         narrow<int>(out.extent(1)));
}
//! [scale rows]

TEST_F(Examples, ThreeKernelsScaleRows) {
  buffer<float, 2> x(default_device(), {4, 781}, counting(4 * 781, 0.01f));
  buffer<float, 2> out(default_device(), {4, 781});
  scale_rows(x.cview(), out.view());
  const auto got = out.download();
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 781; ++col) {
      EXPECT_NEAR(got[static_cast<std::size_t>(row * 781 + col)], col / 780.0, 1e-5);
    }
  }
}

//! [linear]
template <int BM, int BN, int BK>
struct Linear {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* w, float* y, int m, int n,
                            int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto x_mask = (rows(_, None) < m) & (ks(None, _) < k);
      auto w_mask = (ks(_, None) < k) & (cols(None, _) < n);  // of the transposed w
      auto xt = tl.load(x + rows(_, None) * k + ks(None, _), x_mask, 0.0f);
      auto wt = tl.load(w + ks(_, None) + cols(None, _) * k, w_mask, 0.0f);
      acc = tl.dot(xt, wt, acc);
    }
    auto mask = (rows(_, None) < m) & (cols(None, _) < n);
    tl.store(y + rows(_, None) * n + cols(None, _), acc, mask);
  }
};

void linear(view<const float16_t, 2> x, view<const float16_t, 2> w, view<float, 2> y) {
  const int m = narrow<int>(y.extent(0)), n = narrow<int>(y.extent(1));
  launch<4>(y.device(), grid(cdiv(m, 64), cdiv(n, 64)), Linear<64, 64, 32>{}, x, w, y, m, n,
            narrow<int>(x.extent(1)));
}
//! [linear]

TEST_F(Examples, ThreeKernelsLinear) {
  constexpr int m = 70, n = 90, k = 50;
  const auto left = pattern(m * k, 7), right = pattern(n * k, 5);
  const buffer<float16_t, 2> x(here, {m, k}, to_half(left));
  const buffer<float16_t, 2> w(here, {n, k}, to_half(right));
  buffer<float, 2> y(default_device(), {m, n});
  linear(x.cview(), w.cview(), y.view());
  EXPECT_EQ(y.download(), product(left, turned(right, n, k), m, n, k));
}

}  // namespace
