// A product that is scaled while it is added up: sums that were added under an old scale are
// corrected when a later step changes the scale.
#include "example.hpp"

namespace {
using namespace kw;

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
  std::vector<float> a, want(kRows * kColumns), size(kRows * kColumns);
  std::vector<float16_t> b;
  for (int i = 0; i < kRows * kInner; ++i) {  // up to 1e7, the largest ones at the end of each row
    const float step = static_cast<float>(i % kInner / 16);
    a.push_back(std::pow(100.0f, step) * static_cast<float>(i % 7 + 1 - 3 * (i % 3)));
  }
  for (int i = 0; i < kInner * kColumns; ++i) {
    b.push_back(core::convert<float16_t>(static_cast<float>(i % 5 - 1)));
  }
  for (int i = 0; i < kRows * kColumns; ++i) {
    for (int k = 0; k < kInner; ++k) {
      const float term =
          a[static_cast<std::size_t>(i / kColumns * kInner + k)] *
          core::convert<float>(b[static_cast<std::size_t>(k * kColumns + i % kColumns)]);
      want[static_cast<std::size_t>(i)] += term;
      size[static_cast<std::size_t>(i)] += std::fabs(term);
    }
  }
  const buffer<float, 2> a_buffer(default_device(), {kRows, kInner}, a);
  const buffer<float16_t, 2> b_buffer(default_device(), {kInner, kColumns}, b);
  const buffer<float, 2> c(default_device(), {kRows, kColumns});
  launch(default_device(), grid(1), RescaledProduct<kRows, kColumns, 16>{}, a_buffer.cview(),
         b_buffer.cview(), c.view());
  const std::vector<float> got = c.download();
  for (std::size_t i = 0; i < want.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], size[i] * 0x1p-11f) << i;  // each factor is rounded to float16
  }
}

}  // namespace
