// The largest elements of long rows and their places, which a sampler or a router needs.
#include <algorithm>
#include <numeric>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// The K largest elements of each row of x and their columns, the largest first; of equal ones the
// first. A row may have any length from K on.
template <int K, int BLOCK_SIZE>
struct RowTopK {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> values,
                            array<int, 2> indices) const {
    int row = tl.program_id(0);
    auto best = tl.full(size<K>, std::numeric_limits<std::int64_t>::min());
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto v = tl.load(x.row(row) + cols, cols < x.columns(), -inf);
      // As integers, the bits of floats have the order of the floats, if those of negative ones are
      // turned around. Value and column in one int64 are sorted together.
      auto bits = v.to(int32, bitcast);
      auto ordered = bits ^ ((bits >> 31) & 0x7fffffff);
      auto pairs = (ordered.to(int64) << 32) | (0x7fffffff - cols);
      best = tl.topk(tl.cat(best, tl.topk(pairs, size<K>)), size<K>);
    }
    auto ordered = (best >> 32).to(int32);
    auto v = (ordered ^ ((ordered >> 31) & 0x7fffffff)).to(float32, bitcast);
    auto k = tl.arange(size<K>);
    tl.store(values.row(row) + k, v);
    tl.store(indices.row(row) + k, 0x7fffffff - (best & 0x7fffffff).to(int32));
  }
};
//! [kernel]

TEST_F(Examples, RecipeTopK) {
  constexpr int rows = 5, columns = 300, k = 8;
  // Many equal ones; all of row 3 negative.
  const auto x = made(rows * columns, [](int i) {
    return static_cast<float>(i * 37 % 101) - (i / columns == 3 ? 200.0f : 50.0f);
  });
  const auto [got, got_indices] = run(here, grid(rows), RowTopK<k, 64>{}, matrix{rows, columns, x},
                                      new_matrix<float>{rows, k}, new_matrix<int>{rows, k});
  for (int row = 0; row < rows; ++row) {
    const float* begin = x.data() + row * columns;
    auto want = counting<int>(columns);
    std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return begin[a] > begin[b]; });
    for (int i = 0; i < k; ++i) {
      ASSERT_EQ(got_indices[row * k + i], want[i]) << row << ' ' << i;
      ASSERT_EQ(got[row * k + i], begin[want[i]]) << row << ' ' << i;
    }
  }
}

}  // namespace
