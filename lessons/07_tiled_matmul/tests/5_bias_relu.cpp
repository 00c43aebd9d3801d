// Tests of lesson 07, task 5: every kind of edge, results of both signs, and values that show where
// a kernel rounded.
#include "tiled_matmul.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "matmul_test.hpp"

namespace lesson07 {
namespace {

class BiasRelu : public matmul_test {
 protected:
  using values = std::vector<float16_t>;

  static values repeated(std::int64_t n, float value) {
    return values(static_cast<std::size_t>(n), kw::core::convert<float16_t>(value));
  }

  /// Inputs of both signs: about half of the results are 0.
  static values inputs(std::int64_t n, int stream) {
    return make_input<float16_t>(n, static_cast<std::uint64_t>(stream), {-1, 1});
  }

  kw::buffer<float16_t, 2> run(const matmul_case& c, const values& a_values, const values& b_values,
                               const values& bias_values) const {
    const auto a = matrix(c.m, c.k, a_values, c);
    const auto b = matrix(c.k, c.n, b_values, c);
    const kw::buffer<float16_t> bias(device(), {c.n}, bias_values, {.element_offset = c.offset});
    kw::buffer<float16_t, 2> out(device(), {c.m, c.n},
                                 {.row_stride = c.n + c.gap, .element_offset = c.offset});
    bias_relu(a.cview(), b.cview(), bias.cview(), out.view());
    return out;
  }

  bool check(const matmul_case& c, const values& a, const values& b, const values& bias) const {
    const auto out = run(c, a, b, bias);
    const auto x = to_doubles(a), y = to_doubles(b), z = to_doubles(bias);
    const auto m = static_cast<std::size_t>(c.m), n = static_cast<std::size_t>(c.n),
               k = static_cast<std::size_t>(c.k);
    double largest = 0;
    for (const double sum : reference::matmul_of_sizes(x, y, m, n, k)) {
      largest = std::max(largest, sum);
    }
    double largest_bias = 0;
    for (const double shift : z) {
      largest_bias = std::max(largest_bias, std::fabs(shift));
    }
    return check_close(out, reference::bias_relu(x, y, z, m, n, k),
                       limit<float16_t>(c.k + 1, largest + largest_bias).get(), shape(c));
  }

  bool check(const matmul_case& c) const {
    return check(c, inputs(c.m * c.k, 1), inputs(c.k * c.n, 2), inputs(c.n, 3));
  }

  void check_all(const std::vector<matmul_case>& cases) const {
    for (const matmul_case& c : cases) {
      if (!check(c)) {
        break;  // one failure says enough
      }
    }
  }
};

TEST_F(BiasRelu, TwoByThree) {
  check({2, 3, 4});
}

TEST_F(BiasRelu, Sizes) {
  check_all(kSizes);
}

TEST_F(BiasRelu, StridedRows) {
  check_all(kStrided);
}

TEST_F(BiasRelu, BiasAlone) {
  check({70, 30, 0});
}

// Each column has a different bias, and all rows have the same.
TEST_F(BiasRelu, OneBiasForEachColumn) {
  constexpr std::int64_t m = 70, n = 150, k = 8;
  values bias;
  for (int j = 0; j < n; ++j) {
    bias.push_back(kw::core::convert<float16_t>(static_cast<float>(j - 20)));
  }
  check({m, n, k}, repeated(m * k, 0.5f), repeated(k * n, 1.0f), bias);
}

TEST_F(BiasRelu, NoResultIsNegative) {
  constexpr std::int64_t m = 65, n = 66, k = 40;
  check({m, n, k}, repeated(m * k, -1.0f), repeated(k * n, 1.0f), inputs(n, 3));
  check({m, n, k}, repeated(m * k, 1.0f), repeated(k * n, 0.25f), repeated(n, -10.5f));
}

// 2049 and 70,000 are not float16 numbers, but the results after adding the bias are.
TEST_F(BiasRelu, RoundedOnce) {
  constexpr std::int64_t m = 20, n = 24;
  const auto exactly = [&](std::int64_t k, float factor, float bias, double want) {
    const auto out =
        run({m, n, k}, repeated(m * k, factor), repeated(k * n, 1.0f), repeated(n, bias));
    return check_close(out, std::vector<double>(m * n, want),
                       {0, 0, "every sum on the way is a float32 number"},
                       "k = " + std::to_string(k) + ", a bias of " + std::to_string(bias));
  };
  exactly(683, 3.0f, -2048.0f, 1);
  exactly(700, 100.0f, -60000.0f, 10000);
}

TEST_F(BiasRelu, InfinitiesStayInTheirRow) {
  check_infinities<float16_t>([](auto a, auto b, auto out) {
    const kw::buffer<float16_t> bias(out.device(), {out.extent(1)}, inputs(out.extent(1), 3));
    bias_relu(a, b, bias.cview(), out);
  });
}

TEST_F(BiasRelu, SameBitsTwentyTimes) {
  if (!check({130, 70, 500})) {
    return;  // it has said what is wrong
  }
  check_same_bits<float16_t>([](auto a, auto b, auto out) {
    const kw::buffer<float16_t> bias(out.device(), {out.extent(1)}, inputs(out.extent(1), 3));
    bias_relu(a, b, bias.cview(), out);
  });
}

}  // namespace
}  // namespace lesson07
