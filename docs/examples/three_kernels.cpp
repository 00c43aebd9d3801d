// A vector add, a softmax of rows and a product of matrices: what the page for readers who come
// from Triton or CUDA shows whole, beside three_kernels.cu.
#include "example.hpp"

namespace {
using namespace kw;
using examples::counting;

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

//! [softmax]
template <int BLOCK_SIZE>
struct Softmax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * x_stride + cols, mask, -inf);
    auto e = tl.exp(v - tl.max(v));
    tl.store(out + row * out_stride + cols, e / tl.sum(e), mask);
  }
};

void softmax(view<const float, 2> x, view<float, 2> out) {  // rows of at most 1024
  launch(out.device(), grid(out.extent(0)), Softmax<1024>{}, x, out, x.stride(0), out.stride(0),
         narrow<int>(out.extent(1)));
}
//! [softmax]

TEST_F(Examples, ThreeKernelsSoftmax) {
  buffer<float, 2> x(default_device(), {4, 781}, counting(4 * 781, 0.01f));
  buffer<float, 2> out(default_device(), {4, 781});
  softmax(x.cview(), out.view());
  const auto got = out.download();
  for (int row = 0; row < 4; ++row) {
    double sum = 0;
    for (int col = 0; col < 781; ++col) {
      sum += got[static_cast<std::size_t>(row * 781 + col)];
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
  }
}

//! [matmul]
template <int BM, int BN, int BK>
struct Matmul {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, float* c, int m, int n,
                            int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto a_mask = (rows(_, None) < m) & (ks(None, _) < k);
      auto b_mask = (ks(_, None) < k) & (cols(None, _) < n);
      auto at = tl.load(a + rows(_, None) * k + ks(None, _), a_mask, 0.0f);
      auto bt = tl.load(b + ks(_, None) * n + cols(None, _), b_mask, 0.0f);
      acc = tl.dot(at, bt, acc);
    }
    auto mask = (rows(_, None) < m) & (cols(None, _) < n);
    tl.store(c + rows(_, None) * n + cols(None, _), acc, mask);
  }
};

void matmul(view<const float16_t, 2> a, view<const float16_t, 2> b, view<float, 2> c) {
  const int m = narrow<int>(c.extent(0)), n = narrow<int>(c.extent(1));
  launch<4>(c.device(), grid(cdiv(m, 64), cdiv(n, 64)), Matmul<64, 64, 32>{}, a, b, c, m, n,
            narrow<int>(a.extent(1)));
}
//! [matmul]

TEST_F(Examples, ThreeKernelsMatmul) {
  constexpr int m = 70, n = 90, k = 50;
  std::vector<float16_t> left, right;
  for (int i = 0; i < m * k; ++i) {
    left.push_back(to_float16(static_cast<float>(i % 7)));
  }
  for (int i = 0; i < k * n; ++i) {
    right.push_back(to_float16(static_cast<float>(i % 5)));
  }
  buffer<float16_t, 2> a(default_device(), {m, k}, left), b(default_device(), {k, n}, right);
  buffer<float, 2> c(default_device(), {m, n});
  matmul(a.cview(), b.cview(), c.view());
  const auto got = c.download();
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      int want = 0;
      for (int p = 0; p < k; ++p) {
        want += (i * k + p) % 7 * ((p * n + j) % 5);
      }
      EXPECT_EQ(got[static_cast<std::size_t>(i * n + j)], static_cast<float>(want));
    }
  }
}

}  // namespace
