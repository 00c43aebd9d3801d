// Tests of lesson 07, task 5: every kind of edge, results of both signs, and values that show where
// a kernel rounded.
#include "matmul_test.hpp"

namespace lesson07 {
namespace {

using halves = std::vector<float16_t>;

halves repeated(std::int64_t n, float value) {
  return halves(static_cast<std::size_t>(n), kw::core::convert<float16_t>(value));
}

/// Inputs of both signs: about half of the results are 0.
halves both_signs(std::int64_t n, int stream) {
  return make_input<float16_t>(n, static_cast<std::uint64_t>(stream), {-1, 1});
}

bool check_layer(const product_case& c, const halves& a, const halves& b, const halves& bias,
                 int runs = 1) {
  const auto x = to_doubles(a), y = to_doubles(b), z = to_doubles(bias);
  const auto l = limit_of<float16_t>(c, x, y, std::max(0.0, largest(magnitudes(z))));
  const auto products = product_of(x, y, c.m, c.n, c.k);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return std::max(products[row * c.n + column] + z[column], 0.0);
  };
  return check_entry({shape(c), runs}, bias_relu, in({c.m, c.k}, a, c.rows_of(c.k)),
                     in({c.k, c.n}, b, c.rows_of(c.n)),
                     in({c.n}, bias, {.element_offset = c.offset}),
                     out({c.m, c.n}, want, l.get(), c.rows_of(c.n)));
}
template <int RUNS = 1>
bool check_bias_relu(const product_case& c) {
  return check_layer(c, both_signs(c.m * c.k, 1), both_signs(c.k * c.n, 2), both_signs(c.n, 3),
                     RUNS);
}

void with_some_bias(kw::view<const float16_t, 2> a, kw::view<const float16_t, 2> b,
                    kw::view<float16_t, 2> out) {
  const kw::buffer<float16_t> bias(out.device(), {out.extent(1)}, both_signs(out.extent(1), 3));
  bias_relu(a, b, bias.cview(), out);
}

const tests<product_case> bias_relu_tests = {
    "BiasRelu",
    {
        {"TwoByThree", check_bias_relu<>, {{2, 3, 4}}},
        {"Sizes", check_bias_relu<>, kSizes},
        {"StridedRows", check_bias_relu<>, kStrided},
        {"BiasAlone", check_bias_relu<>, {{70, 30, 0}}},
        {"InfinitiesStayInTheirRow", check_infinities<with_some_bias>, {{70, 67, 33}}},
        {"SameBitsTwentyTimes", check_bias_relu<20>, {{130, 70, 500}}},
        {"AnyShape", check_bias_relu<>, products_up_to(300)},
    },
};

using BiasRelu = lesson_test;

// Each column has a different bias, and all rows have the same.
TEST_F(BiasRelu, OneBiasForEachColumn) {
  constexpr std::int64_t m = 70, n = 150, k = 8;
  halves bias;
  for (int j = 0; j < n; ++j) {
    bias.push_back(kw::core::convert<float16_t>(static_cast<float>(j - 20)));
  }
  check_layer({m, n, k}, repeated(m * k, 0.5f), repeated(k * n, 1.0f), bias);
}

TEST_F(BiasRelu, NoResultIsNegative) {
  constexpr std::int64_t m = 65, n = 66, k = 40;
  check_layer({m, n, k}, repeated(m * k, -1.0f), repeated(k * n, 1.0f), both_signs(n, 3));
  check_layer({m, n, k}, repeated(m * k, 1.0f), repeated(k * n, 0.25f), repeated(n, -10.5f));
}

// 2049 and 70,000 are not float16 numbers, but the results after adding the bias are.
TEST_F(BiasRelu, RoundedOnce) {
  constexpr std::int64_t m = 20, n = 24;
  const auto exactly = [&](std::int64_t k, float factor, float bias, double want) {
    check_entry("k = " + std::to_string(k) + ", a bias of " + std::to_string(bias), bias_relu,
                in({m, k}, repeated(m * k, factor)), in({k, n}, repeated(k * n, 1.0f)),
                in({n}, repeated(n, bias)),
                out({m, n}, std::vector<double>(m * n, want),
                    {0, 0, "every sum on the way is a float32 number"}));
  };
  exactly(683, 3.0f, -2048.0f, 1);
  exactly(700, 100.0f, -60000.0f, 10000);
}

}  // namespace
}  // namespace lesson07
