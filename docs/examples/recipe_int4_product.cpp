// A product with weights of four bits, which are unpacked on their way to the tensor cores.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

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
  constexpr int m = 19, n = 45, k = 128, group = 64;
  const auto x = pattern(m * k, 7);
  std::vector<std::uint32_t> packed(k / 8 * n);
  const auto scales =
      made(k / group * n, [](int i) { return 0.25f * static_cast<float>(1 + i % 4); });
  const auto w = made(k * n, [&](int at) {
    const int i = at / n, j = at % n;
    const auto q = static_cast<std::uint32_t>((3 * i + 5 * j + i / 16) % 16);
    packed[i / 8 * n + j] |= q << (i % 8 * 4);
    return (static_cast<float>(q) - 8) * scales[i / group * n + j];
  });
  EXPECT_EQ(run(here, grid(cdiv(m, 16), cdiv(n, 32)), Int4Product<group, 16, 32, 32>{},
                matrix{m, k, to_half(x)}, matrix{k / 8, n, packed},
                matrix{k / group, n, to_half(scales)}, new_matrix<float>{m, n}),
            product(x, w, m, n, k));  // all terms are exact
}

}  // namespace
