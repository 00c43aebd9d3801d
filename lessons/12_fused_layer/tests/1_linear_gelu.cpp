// Tests of elective 12, task 1: a bias and GELU after a product.
#include "fused_layer_test.hpp"

namespace lesson12 {
namespace {

bool check_values(const product_case& c, const halves& x, const halves& w, const halves& bias) {
  const auto a = to_doubles(x), b = to_doubles(w), shift = to_doubles(bias);
  const auto sizes = reference::linear(magnitudes(a), magnitudes(b), magnitudes(shift), c.m);
  const tolerance limit{kSlope * rounding_of_sum(c.k, largest_size(sizes)) + 0x1p-20, 0x1p-11,
                        "a float32 sum of k products, GELU in float32, and one rounding to "
                        "float16"};
  return check_entry(
      shape(c), linear_gelu, in({c.m, c.k}, x, c.rows_of(c.k)), in({c.k, c.n}, w, c.rows_of(c.n)),
      in({c.n}, bias),
      out({c.m, c.n}, reference::gelu(reference::linear(a, b, shift, c.m)), limit, c.rows_of(c.n)));
}
bool check_linear_gelu(const product_case& c) {
  return check_values(c, around(c.m * c.k, 1, 0), around(c.k * c.n, 2, 0), around(c.n, 3, 0));
}

const tests<product_case> linear_gelu_tests = {
    "LinearGelu",
    {
        {"TwoByThree", check_linear_gelu, {{2, 3, 4}}},
        {"Sizes", check_linear_gelu, kSizes},
        {"AnyShape", check_linear_gelu, products_up_to(300, 1)},
    },
};

using LinearGelu = lesson_test;

// x w is 0, so out[i, j] is gelu(bias[j]): from -8, where it is 0, to 8, where it is 8.
TEST_F(LinearGelu, ValuesOfGelu) {
  halves bias;
  for (int j = -64; j <= 64; ++j) {
    bias.push_back(kw::core::convert<float16_t>(static_cast<float>(j) / 8));
  }
  const auto n = static_cast<std::int64_t>(bias.size());
  check_values({3, n, 8}, halves(3 * 8), around(8 * n, 2, 0), bias);
}

}  // namespace
}  // namespace lesson12
