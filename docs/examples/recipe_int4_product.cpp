// A product with weights of four bits, which are unpacked on their way to the tensor cores.
#include "example.hpp"

namespace {
using namespace kw;

//! [kernel]
// y = x w, where w(i, j) = (q(i, j) - 8) * scale(i / GROUP, j) and each q has four bits.
// Eight numbers that follow each other down a column share one word: `packed` is [k / 8, n].
// x is [m, k], and k is a multiple of GROUP.
template <int GROUP, int BM, int BN, int BK>
struct Int4Product {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const std::uint32_t, 2> packed, array<const float16_t, 2> scales,
                            array<float, 2> y) const {
    static_assert(GROUP % BK == 0, "each step of the loop has one row of scales");
    int m = tl.program_id(0) * BM, n = tl.program_id(1) * BN;  // of the tile's first element
    auto cols = n + tl.arange(size<BN>);
    auto mask = cols < y.columns();
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int k = 0; k < x.columns(); k += BK) {
      auto ks = k + tl.arange(size<BK>);
      auto xt = tl.load(x.tile(shape<BM, BK>, m, k));
      auto words = tl.load(packed.row((ks / 8)(_, None)) + cols(None, _), mask(None, _), 0);
      auto q = (words >> (ks % 8 * 4)(_, None)) & 15;
      auto scale = tl.load(scales.row(k / GROUP) + cols, mask, 0.0f);
      auto wt = (q.to(float16) - 8) * scale(None, _);
      acc = tl.dot(xt, wt, acc);
    }
    tl.store(y.tile(shape<BM, BN>, m, n), acc);
  }
};
//! [kernel]

TEST_F(Examples, RecipeInt4Product) {
  const device where = default_device();
  constexpr int m = 19, n = 45, k = 128, group = 64;
  const auto x = examples::pattern(m * k, 7);
  std::vector<std::uint32_t> packed(k / 8 * n);
  std::vector<float> w(k * n), scales(k / group * n);
  for (int i = 0; i < k / group * n; ++i) {
    scales[i] = 0.25f * static_cast<float>(1 + i % 4);
  }
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto q = static_cast<std::uint32_t>((3 * i + 5 * j + i / 16) % 16);
      packed[i / 8 * n + j] |= q << (i % 8 * 4);
      w[i * n + j] = (static_cast<float>(q) - 8) * scales[i / group * n + j];
    }
  }
  const buffer<float16_t, 2> x_buffer(where, {m, k}, examples::to_half(x));
  const buffer<std::uint32_t, 2> packed_buffer(where, {k / 8, n}, packed);
  const buffer<float16_t, 2> scales_buffer(where, {k / group, n}, examples::to_half(scales));
  const buffer<float, 2> y(where, {m, n});
  launch(where, grid(cdiv(m, 16), cdiv(n, 32)), Int4Product<group, 16, 32, 32>{}, x_buffer.cview(),
         packed_buffer.cview(), scales_buffer.cview(), y.view());
  const auto got = y.download();
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      ASSERT_EQ(got[row * n + col], examples::product_at(x.data(), w.data(), row, col, n, k))
          << row << ' ' << col;  // all terms are exact
    }
  }
}

}  // namespace
