// Tests of elective 12, task 2: rows that are normalised on their way into a product.
#include "fused_layer_test.hpp"

namespace lesson12 {
namespace {

class LayernormLinear : public layer_test {
 protected:
  bool check(const layer_case& c, float beta_middle = 0.5f) const {
    const auto x = rows_of(c), w = around(c.k * c.n, 2, 0.25f);
    const auto gamma = around(c.k, 3, 1), beta = around(c.k, 4, beta_middle);
    const auto a = to_doubles(x), b = to_doubles(w), g = to_doubles(gamma), h = to_doubles(beta);
    const auto s = reference::statistics(a, static_cast<std::size_t>(c.k), double{kEps});
    const auto x_buffer = matrix(c.m, c.k, x, c), w_buffer = matrix(c.k, c.n, w, c);
    const auto gamma_buffer = vector(gamma), beta_buffer = vector(beta);
    const auto mean = vector(to_floats(s.mean)), rstd = vector(to_floats(s.rstd));
    const auto out = output(c.m, c.n, c);
    layernorm_linear(x_buffer.cview(), gamma_buffer.cview(), beta_buffer.cview(), mean.cview(),
                     rstd.cview(), w_buffer.cview(), out.view());
    const auto columns = static_cast<std::size_t>(c.n), k = static_cast<std::size_t>(c.k);
    const auto rows = reference::normalised(a, s, g, h);
    const double sizes = largest(reference::product(sizes_of(rows), sizes_of(b), k, columns));
    // Each normalised element is rounded to float16, which is 2^-11 of it at most.
    const tolerance limit{rounding_of_sum(c.k, sizes) + 0x1p-11 * sizes, 0x1p-11,
                          "normalised elements are rounded to float16, and so is the result"};
    return check_close(out, reference::product(rows, b, k, columns), limit, shape(c));
  }
};

TEST_F(LayernormLinear, TwoByThree) {
  check({2, 3, 4});
}

TEST_F(LayernormLinear, Sizes) {
  check_until_failure(kSizes, [&](const layer_case& c) { return check(c); });
}

// Rows far from 0, where x w without LayerNorm would be large.
TEST_F(LayernormLinear, FarFromZero) {
  check({20, 30, 40, 0, 0, 8}, 0);
}

}  // namespace
}  // namespace lesson12
