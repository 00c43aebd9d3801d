// Many products of different sizes in one launch, as in a mixture of experts.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// y = x w[g] for the rows starts[g] to starts[g + 1] - 1 of x, [tokens, k], for each group g.
// w is [groups, k, n] with all its rows in one matrix, [groups * k, n].
template <int BM, int BN, int BK>
struct GroupedProduct {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const float16_t, 2> w, array<float, 2> y, const int* starts,
                            int groups) const {
    int k = x.columns(), n = w.columns();
    int across = tl.cdiv(n, BN);
    int tile = tl.program_id(0);  // the tile that this program computes next
    int before = 0;               // tiles of all earlier groups
    for (int g = 0; g < groups; ++g) {
      int first = tl.load(starts + g);
      int end = tl.load(starts + g + 1);
      int after = before + tl.cdiv(end - first, BM) * across;
      for (; tile < after; tile += tl.num_programs(0)) {
        auto rows = first + (tile - before) / across * BM + tl.arange(size<BM>);
        auto cols = (tile - before) % across * BN + tl.arange(size<BN>);
        auto acc = tl.accumulator(shape<BM, BN>);
        for (int start = 0; start < k; start += BK) {
          auto ks = start + tl.arange(size<BK>);
          auto x_mask = (rows(_, None) < end) & (ks(None, _) < k);
          auto w_mask = (ks(_, None) < k) & (cols(None, _) < n);
          auto xt = tl.load(x.row(rows(_, None)) + ks(None, _), x_mask, 0.0f);
          auto wt = tl.load(w.row((g * k + ks)(_, None)) + cols(None, _), w_mask, 0.0f);
          acc = tl.dot(xt, wt, acc);
        }
        auto mask = (rows(_, None) < end) & (cols(None, _) < n);
        tl.store(y.row(rows(_, None)) + cols(None, _), acc, mask);
      }
      before = after;
    }
  }
};
//! [kernel]

TEST_F(Examples, RecipeGroupedProduct) {
  constexpr int k = 40, n = 50;
  const std::vector<int> starts{0, 37, 37, 38, 103};  // groups of 37, 0, 1 and 65 rows
  const int groups = 4, tokens = starts.back();
  const auto x = pattern(tokens * k, 7), w = pattern(groups * k * n, 5);
  const auto y =
      run(here, grid(3), GroupedProduct<32, 32, 16>{}, matrix{tokens, k, to_half(x)},
          matrix{groups * k, n, to_half(w)}, new_matrix<float>{tokens, n}, starts, groups);
  std::vector<float> want;
  for (int g = 0; g < groups; ++g) {
    const auto of_group = product({x.begin() + starts[g] * k, x.begin() + starts[g + 1] * k},
                                  {w.begin() + g * k * n, w.begin() + (g + 1) * k * n},
                                  starts[g + 1] - starts[g], n, k);
    want.insert(want.end(), of_group.begin(), of_group.end());
  }
  EXPECT_EQ(y, want);
}

}  // namespace
