// Tests of elective 12, task 1: a bias and GELU after a product.
#include "fused_layer_test.hpp"

namespace lesson12 {
namespace {

class LinearGelu : public layer_test {
 protected:
  bool check(const layer_case& c, const halves& x, const halves& w, const halves& bias) const {
    const auto x_buffer = matrix(c.m, c.k, x, c), w_buffer = matrix(c.k, c.n, w, c);
    const auto bias_buffer = vector(bias);
    const auto out = output(c.m, c.n, c);
    linear_gelu(x_buffer.cview(), w_buffer.cview(), bias_buffer.cview(), out.view());
    const auto a = to_doubles(x), b = to_doubles(w), shift = to_doubles(bias);
    const auto sizes = reference::linear(sizes_of(a), sizes_of(b), sizes_of(shift));
    const tolerance limit{kSlope * rounding_of_sum(c.k, largest(sizes)) + 0x1p-20, 0x1p-11,
                          "a float32 sum of k products, GELU in float32, and one rounding to "
                          "float16"};
    const auto product = reference::linear(a, b, std::vector<double>(bias.size()));
    return check_close(out, reference::gelu(reference::linear(a, b, shift)), limit, shape(c));
  }
  bool check(const layer_case& c) const {
    return check(c, around(c.m * c.k, 1, 0), around(c.k * c.n, 2, 0), around(c.n, 3, 0));
  }
};

TEST_F(LinearGelu, TwoByThree) {
  check({2, 3, 4});
}

TEST_F(LinearGelu, Sizes) {
  check_until_failure(kSizes, [&](const layer_case& c) { return check(c); });
}

// x w is 0, so out[i, j] is gelu(bias[j]): from -8, where it is 0, to 8, where it is 8.
TEST_F(LinearGelu, ValuesOfGelu) {
  halves bias;
  for (int j = -64; j <= 64; ++j) {
    bias.push_back(kw::core::convert<float16_t>(static_cast<float>(j) / 8));
  }
  const auto n = static_cast<std::int64_t>(bias.size());
  check({3, n, 8}, halves(3 * 8), around(8 * n, 2, 0), bias);
}

}  // namespace
}  // namespace lesson12
