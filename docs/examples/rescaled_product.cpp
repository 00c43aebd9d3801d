// A product that is scaled while it is added up: sums that were added under an old scale are
// corrected when a later step changes the scale.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

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
