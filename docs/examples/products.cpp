// Products of matrices with pointers and masks.
#include "example.hpp"

namespace {
using namespace kw;
using examples::counting;

template <int BM, int BN, int BK>
struct Product {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, float* c, int k,
                            int n) const {
    auto rows = tl.arange(size<BM>);
    auto cols = tl.arange(size<BN>);
    //! [dot]
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto at = tl.load(a + rows(_, None) * k + ks(None, _));  // (BM, BK)
      auto bt = tl.load(b + ks(_, None) * n + cols(None, _));  // (BK, BN)
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c + rows(_, None) * n + cols(None, _), acc);
    //! [dot]
  }
};

struct Precisions {
  KW_KERNEL void operator()(program auto tl, const float* x, float* exact, float* fast,
                            float* both) const {
    auto i = tl.arange(size<16>);
    auto place = i(_, None) * 16 + i(None, _);
    auto a = tl.load(x + place);
    //! [precision]
    auto in_float32 = tl.dot(a, tl.trans(a));        // ieee, the default
    auto in_tf32 = tl.dot(a, tl.trans(a), tf32);     // operands rounded to 10 bits
    auto in_three = tl.dot(a, tl.trans(a), tf32x3);  // three products of tf32
    //! [precision]
    tl.store(exact + place, in_float32);
    tl.store(fast + place, in_tf32);
    tl.store(both + place, in_three);
  }
};

TEST_F(Examples, Product) {
  const device where = default_device();
  const buffer<float, 2> a(where, {16, 32}, counting(512, 0.25f)),
      b(where, {32, 16}, counting(512));
  const buffer<float, 2> c(where, {16, 16});
  launch(where, grid(1), Product<16, 16, 16>{}, a.cview(), b.cview(), c.view(), 32, 16);
  const auto got = c.download();
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      double want = 0;
      for (int p = 0; p < 32; ++p) {
        want += 0.25 * (i * 32 + p) * (p * 16 + j);
      }
      EXPECT_EQ(got[static_cast<std::size_t>(i * 16 + j)], want);
    }
  }
}

TEST_F(Examples, Precisions) {
  const device where = default_device();
  const buffer<float> x(where, {256}, std::vector<float>(256, 1.0f + 0x1p-12f));
  const buffer<float> exact(where, {256}), fast(where, {256}), both(where, {256});
  launch(where, grid(1), Precisions{}, x.cview(), exact.view(), fast.view(), both.view());
  const double want = 16 * (1 + 0x1p-12) * (1 + 0x1p-12);
  EXPECT_NEAR(exact.download()[0], want, 1e-5);
  EXPECT_EQ(fast.download()[0], 16.0f);
  EXPECT_NEAR(both.download()[0], want, 1e-5);
}
}  // namespace
