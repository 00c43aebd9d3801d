// A product split along k.
#include "example.hpp"

#include "split_k_product.hpp"

namespace {
using namespace kw;

void check(int m, int n, int k, int parts) {
  const device where = default_device();
  const auto a = examples::pattern(m * k, 7), b = examples::pattern(k * n, 5);
  const buffer<float16_t, 2> a_buffer(where, {m, k}, examples::to_half(a));
  const buffer<float16_t, 2> b_buffer(where, {k, n}, examples::to_half(b));
  const buffer<float, 3> sums(where, {parts, m, n});
  const buffer<float16_t, 2> c(where, {m, n});
  examples::split_product(a_buffer.cview(), b_buffer.cview(), sums.view(), c.view());
  const auto got = c.download();
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      const float exact = examples::product_at(a.data(), b.data(), row, col, n, k);
      ASSERT_EQ(to_float(got[row * n + col]), to_float(to_float16(exact)))
          << row << ' ' << col << " in " << parts;
    }
  }
}

TEST_F(Examples, RecipeSplitK) {
  check(40, 136, 304, 3);  // edges of tiles, and a last stretch that is shorter
  check(64, 64, 512, 8);   // a step for each program
  check(16, 16, 64, 4);    // more parts than steps: most planes are zero
  check(8, 136, 200, 1);
}

}  // namespace
