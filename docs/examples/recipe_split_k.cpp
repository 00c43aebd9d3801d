// A product split along k.
#include "example.hpp"

#include "split_k_product.hpp"

namespace {
using namespace kw;
using namespace examples;

void check(int m, int n, int k, int parts) {
  const auto a = pattern(m * k, 7), b = pattern(k * n, 5);
  const buffer<float16_t, 2> a_matrix(default_device(), {m, k}, to_half(a));
  const buffer<float16_t, 2> b_matrix(default_device(), {k, n}, to_half(b));
  const buffer<float, 3> sums(default_device(), {parts, m, n});
  const buffer<float16_t, 2> c(default_device(), {m, n});
  split_product(a_matrix.cview(), b_matrix.cview(), sums.view(), c.view());
  const auto rounded = to_half(product(a, b, m, n, k));
  EXPECT_EQ(converted<float>(c.download()), converted<float>(rounded)) << parts;
}

TEST_F(Examples, RecipeSplitK) {
  check(40, 136, 304, 3);  // edges of tiles, and a last stretch that is shorter
  check(64, 64, 512, 8);   // a step for each program
  check(16, 16, 64, 4);    // more parts than steps: most planes are zero
  check(8, 136, 200, 1);
}

}  // namespace
