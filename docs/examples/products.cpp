// Products of matrices with pointers and masks.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

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
  const auto a = counting(512, 0.25f), b = counting(512);
  EXPECT_EQ(run(here, grid(1), Product<16, 16, 16>{}, a, b, new_matrix<float>{16, 16}, 32, 16),
            product(a, b, 16, 16, 32));
}

TEST_F(Examples, Precisions) {
  const auto [exact, fast, both] =
      run(here, grid(1), Precisions{}, std::vector<float>(256, 1.0f + 0x1p-12f), output<float>{256},
          output<float>{256}, output<float>{256});
  const double want = 16 * (1 + 0x1p-12) * (1 + 0x1p-12);
  EXPECT_NEAR(exact[0], want, 1e-5);
  EXPECT_EQ(fast[0], 16.0f);
  EXPECT_NEAR(both[0], want, 1e-5);
}
}  // namespace
