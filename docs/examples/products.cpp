// Products of matrices: with pointers and masks, with scales apart from their numbers, and with a
// scale that changes while sums are added up.
#include <cmath>

#include <kernelwright/quantised.hpp>

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

/// c = a b: a is 16 x 32 of e4m3, b is 32 x 16 of e2m1, two in a byte down the columns. Each row of
/// a and each column of b has one scale.
struct ScaledProduct {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* x, const std::uint8_t* x_scales,
                            const std::uint8_t* w, const std::uint8_t* w_scales, float* c) const {
    auto i = tl.arange(size<16>);
    auto k = tl.arange(size<32>);
    auto acc = tl.accumulator(shape<16, 16>);
    //! [dot_scaled]
    auto a = tl.load(x + i(_, None) * 32 + k(None, _));  // (M, K) bits of e4m3
    auto b = tl.load(w + i(_, None) * 16 + i(None, _));  // (K / 2, N) pairs of e2m1
    auto a_scale = tl.load(x_scales + i(_, None));       // (M, 1)
    auto b_scale = tl.load(w_scales + i(_, None));       // (N, 1)
    acc = tl.dot_scaled(a, a_scale, e4m3, b, b_scale, e2m1, acc);
    //! [dot_scaled]
    tl.store(c + i(_, None) * 16 + i(None, _), acc);
  }
};

TEST_F(Examples, ScaledProduct) {
  const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};  // of e2m1, by their bits
  std::vector<std::uint8_t> a(16 * 32), b(16 * 16), a_scales(16), b_scales(16);
  for (std::size_t k = 0; k < 32; ++k) {
    for (std::size_t i = 0; i < 16; ++i) {
      a[i * 32 + k] = k % 2 == 0 ? 0x38 : 0x40;  // 1 and 2
      b[k / 2 * 16 + i] |= static_cast<std::uint8_t>((k + i) % 8 << (k % 2 * 4));
    }
  }
  for (std::size_t i = 0; i < 16; ++i) {
    a_scales[i] = static_cast<std::uint8_t>(127 + i % 3);  // 1, 2 and 4
    b_scales[i] = static_cast<std::uint8_t>(126 + i % 2);  // 1/2 and 1
  }
  const auto got =
      run(here, grid(1), ScaledProduct{}, a, a_scales, b, b_scales, output<float>{256});
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < 32; ++k) {
        sum += (k % 2 == 0 ? 1.0f : 2.0f) * numbers[(k + j) % 8];
      }
      EXPECT_EQ(got[i * 16 + j], sum * std::ldexp(1.0f, static_cast<int>(i % 3 + j % 2) - 1))
          << i << ", " << j;
    }
  }
}

// c = a b for an a whose elements are too large for float16, [BM, k], and b, [k, BN]. Dividing the
// elements of each row of a by the largest one so far makes them fit the tensor cores.
template <int BM, int BN, int BK>
struct RescaledProduct {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float16_t, 2> b,
                            array<float, 2> c) const {
    auto rows = tl.arange(size<BM>);
    auto cols = tl.arange(size<BN>);
    auto top = tl.full(shape<BM, 1>, 1e-30f);  // of each row of a, the largest magnitude so far
    auto sums = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < a.columns(); start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto at = tl.load(a.row(rows(_, None)) + ks(None, _));   // [BM, BK]
      auto bt = tl.load(b.row(ks(_, None)) + cols(None, _));   // [BK, BN]
      auto magnitudes = tl.max(tl.abs(at), axis<1>)(_, None);  // [BM, 1]
      auto higher = tl.maximum(top, magnitudes);
      sums = sums * (top / higher);  // these were divided by top
      sums = tl.dot((at / higher).to(float16), bt, sums);
      top = higher;
    }
    tl.store(c.row(rows(_, None)) + cols(None, _), sums * top);
  }
};

TEST_F(Examples, RescaledProduct) {
  constexpr int kRows = 32, kColumns = 32, kInner = 64;
  // Up to 1e7, the largest ones at the end of each row.
  const auto a = made(kRows * kInner, [](int i) {
    const float step = static_cast<float>(i % kInner / 16);
    return std::pow(100.0f, step) * static_cast<float>(i % 7 + 1 - 3 * (i % 3));
  });
  const auto b = made(kInner * kColumns, [](int i) { return static_cast<float>(i % 5 - 1); });
  const auto c =
      run(here, grid(1), RescaledProduct<kRows, kColumns, 16>{}, matrix{kRows, kInner, a},
          matrix{kInner, kColumns, to_half(b)}, new_matrix<float>{kRows, kColumns});
  const auto magnitudes = [](std::vector<float> values) {
    return made(static_cast<int>(values.size()), [&](int i) { return std::fabs(values[i]); });
  };
  const auto got = c, want = product(a, b, kRows, kColumns, kInner);
  const auto size = product(magnitudes(a), magnitudes(b), kRows, kColumns, kInner);
  for (std::size_t i = 0; i < want.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], size[i] * 0x1p-11f) << i;  // each factor is rounded to float16
  }
}

}  // namespace
