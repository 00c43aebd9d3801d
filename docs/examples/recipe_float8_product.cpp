// A product of 8-bit floats with a scale for each block, as models are trained and served in
// float8.
#include <kernelwright/float8.hpp>
#include "example.hpp"

namespace {
using namespace kw;

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

std::vector<float8_e4m3_t> to_float8(const std::vector<float>& values) {
  std::vector<float8_e4m3_t> bytes;
  for (const float v : values) {
    bytes.push_back(core::convert<float8_e4m3_t>(v));
  }
  return bytes;
}

TEST_F(Examples, RecipeFloat8Product) {
  const device where = default_device();
  constexpr int m = 37, n = 80, k = 150, group = 64, groups = 3, blocks = 2;
  auto x = examples::pattern(m * k, 7), w = examples::pattern(n * k, 5);
  std::vector<float> x_scales, w_scales;
  for (int i = 0; i < m * groups; ++i) {
    x_scales.push_back(std::ldexp(1.0f, i * 5 % 7 - 3));
  }
  for (int i = 0; i < blocks * groups; ++i) {
    w_scales.push_back(std::ldexp(1.0f, i * 3 % 5 - 2));
  }
  const buffer<float8_e4m3_t, 2> x_buffer(where, {m, k}, to_float8(x));
  const buffer<float8_e4m3_t, 2> w_buffer(where, {n, k}, to_float8(w));
  const buffer<float, 2> x_scale_buffer(where, {m, groups}, x_scales);
  const buffer<float, 2> w_scale_buffer(where, {blocks, groups}, w_scales);
  const buffer<float, 2> y(where, {m, n});
  launch(where, grid(cdiv(m, 32), cdiv(n, 32)), Float8Product<group, 32, 32>{}, x_buffer.cview(),
         w_buffer.cview(), x_scale_buffer.cview(), w_scale_buffer.cview(), y.view());
  const auto got = y.download();
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float want = 0;
      for (int i = 0; i < k; ++i) {
        want += x[row * k + i] * w[col * k + i] * x_scales[row * groups + i / group] *
                w_scales[col / group * groups + i / group];
      }
      ASSERT_EQ(got[row * n + col], want) << row << ' ' << col;  // all terms are exact
    }
  }
}

}  // namespace
