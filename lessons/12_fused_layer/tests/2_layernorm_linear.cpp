// Tests of elective 12, task 2: rows that are normalised on their way into a product.
#include "fused_layer_test.hpp"

namespace lesson12 {
namespace {

bool check_normalised(const product_case& c, float mean, float beta_middle) {
  const auto x = rows_of(c, mean), w = around(c.k * c.n, 2, 0.25f);
  const auto gamma = around(c.k, 3, 1), beta = around(c.k, 4, beta_middle);
  const auto a = to_doubles(x), b = to_doubles(w);
  const auto s = reference::statistics(a, c.k, double{kEps});
  const auto means = to_floats(s.mean), rstd = to_floats(s.rstd);
  const auto rows = reference::layer_norm(a, to_doubles(gamma), to_doubles(beta), double{kEps});
  const double sizes = largest_size(product_of(magnitudes(rows), magnitudes(b), c.m, c.n, c.k));
  // Each normalised element is rounded to float16, which is 2^-11 of it at most.
  const tolerance limit{rounding_of_sum(c.k, sizes) + 0x1p-11 * sizes, 0x1p-11,
                        "normalised elements are rounded to float16, and so is the result"};
  return check_entry(shape(c), layernorm_linear, in({c.m, c.k}, x, c.rows_of(c.k)),
                     in({c.k}, gamma), in({c.k}, beta), in({c.m}, means), in({c.m}, rstd),
                     in({c.k, c.n}, w, c.rows_of(c.n)),
                     out({c.m, c.n}, product_of(rows, b, c.m, c.n, c.k), limit, c.rows_of(c.n)));
}
bool check_layernorm_linear(const product_case& c) {
  return check_normalised(c, 0.25f, 0.5f);
}
bool check_far_from_zero(const product_case& c) {
  return check_normalised(c, 8, 0);
}

const tests<product_case> layernorm_linear_tests = {
    "LayernormLinear",
    {
        {"TwoByThree", check_layernorm_linear, {{2, 3, 4}}},
        {"Sizes", check_layernorm_linear, kSizes},
        // Rows far from 0, where x w without LayerNorm would be large.
        {"FarFromZero", check_far_from_zero, {{20, 30, 40}}},
        {"AnyShape", check_layernorm_linear, products_up_to(300, 1)},
    },
};

}  // namespace
}  // namespace lesson12
