// A product of 8-bit floats with a scale for each block, as models are trained and served in
// float8.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// y = x transpose(w) for x, [m, k], and w, [n, k], in float8. GROUP columns of a row of x share a
// scale, x_scales(row, group), and so do GROUP x GROUP elements of w, w_scales(row / GROUP, group).
template <int GROUP, int BM, int BN>
struct Float8Product {
  KW_KERNEL void operator()(program auto tl, array<const float8_e4m3_t, 2> x,
                            array<const float8_e4m3_t, 2> w, array<const float, 2> x_scales,
                            array<const float, 2> w_scales, array<float, 2> y) const {
    static_assert(GROUP % BN == 0, "the rows of w in a tile have one scale");
    int m = tl.program_id(0) * BM, n = tl.program_id(1) * BN;  // of the tile's first element
    auto rows = m + tl.arange(size<BM>);
    auto sums = tl.accumulator(shape<BM, BN>);
    for (int group = 0; group < tl.cdiv(x.columns(), GROUP); ++group) {
      auto xt = tl.load(x.tile(shape<BM, GROUP>, m, group * GROUP));
      auto wt = tl.load(w.tile(shape<BN, GROUP>, n, group * GROUP));
      auto of_rows = tl.load(x_scales.row(rows) + group, rows < x.rows(), 0.0f);
      float of_block = tl.load(w_scales.row(n / GROUP) + group);
      auto product = tl.dot(xt, tl.trans(wt));  // of this group, without its scales
      sums += product * (of_rows * of_block)(_, None);
    }
    tl.store(y.tile(shape<BM, BN>, m, n), sums);
  }
};
//! [kernel]

TEST_F(Examples, RecipeFloat8Product) {
  constexpr int m = 37, n = 80, k = 150, group = 64, groups = 3, blocks = 2;
  const auto x = pattern(m * k, 7), w = pattern(n * k, 5);
  const auto x_scales = made(m * groups, [](int i) { return std::ldexp(1.0f, i * 5 % 7 - 3); });
  const auto w_scales =
      made(blocks * groups, [](int i) { return std::ldexp(1.0f, i * 3 % 5 - 2); });
  EXPECT_EQ(
      run(here, grid(cdiv(m, 32), cdiv(n, 32)), Float8Product<group, 32, 32>{},
          matrix{m, k, converted<float8_e4m3_t>(x)}, matrix{n, k, converted<float8_e4m3_t>(w)},
          matrix{m, groups, x_scales}, matrix{blocks, groups, w_scales}, new_matrix<float>{m, n}),
      made(m * n, [&](int at) {
        const int row = at / n, col = at % n;
        float want = 0;
        for (int i = 0; i < k; ++i) {
          want += x[row * k + i] * w[col * k + i] * x_scales[row * groups + i / group] *
                  w_scales[col / group * groups + i / group];
        }
        return want;  // all terms are exact
      }));
}

}  // namespace
