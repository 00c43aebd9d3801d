// Tests of elective 16, task 6: four patients whose work is divided badly.
#include "tests/counted.hpp"

namespace lesson16 {
namespace {

bool check_add_relu(const vector_case& c) {
  const auto a = make_input<float>(c.n, 1), b = make_input<float>(c.n, 2);
  const auto want = reference::elements(
      a.size(), [&](std::size_t i) { return std::max(double{a[i]} + double{b[i]}, 0.0); });
  return check_entry(shape(c), add_relu, in(c, a), in(c, b), out(c, want, kRounded));
}

bool check_vector_sum(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const double total = 3 + reference::sum({x.begin(), x.end()});
  const tolerance limit{1e-4 + 1e-6 * static_cast<double>(c.n), 1e-5, "float32 sums in any order"};
  return check_entry(shape(c), vector_sum, in(c, x),
                     changed({1}, {3.0}, std::vector<double>{total}, limit));
}

bool check_add_bias(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1);
  const auto b = make_input<float>(c.columns, 2);
  const auto columns = static_cast<std::size_t>(c.columns);
  const auto want = reference::elements(
      x.size(), [&](std::size_t i) { return double{x[i]} + double{b[i % columns]}; });
  return check_entry(shape(c), add_bias, in(c, x), in({c.columns}, b), out(c, want, kRounded));
}

/// The product of an m x k and a k x n matrix.
struct product_case {
  std::int64_t m, n, k;
};

std::string shape(const product_case& c) {
  return std::to_string(c.m) + " x " + std::to_string(c.n) + " x " + std::to_string(c.k);
}

bool check_product(const product_case& c) {
  const auto a = make_input<float>(c.m * c.k, 1), b = make_input<float>(c.k * c.n, 2);
  const auto want =
      reference::product(a, b, static_cast<std::size_t>(c.k), static_cast<std::size_t>(c.n));
  return check_entry(shape(c), product, in({c.m, c.k}, a), in({c.k, c.n}, b),
                     out({c.m, c.n}, want, kSum));
}

const tests<vector_case, Counted> add_relu_tests = {
    "AddRelu",
    {
        {"Values", check_add_relu, {{1000}, {0}, {1}, {256}, {257}, {4099, 1, 2}}},
        {"AnyShape", check_add_relu, lengths_up_to(5000)},
    },
};

const tests<vector_case, Counted> vector_sum_tests = {
    "VectorSum",
    {
        {"Values", check_vector_sum, {{1000}, {0}, {1}, {256}, {257}, {70000}}},
        {"AnyShape", check_vector_sum, lengths_up_to(5000)},
    },
};

const tests<matrix_case, Counted> add_bias_tests = {
    "AddBias",
    {
        {"Values", check_add_bias, {{17, 65}, {1, 1}, {16, 1024}, {33, 100, 112, 104}, {0, 5}}},
        {"AnyShape", check_add_bias, rows_up_to(100, 1024)},
    },
};

const tests<product_case, Counted> product_tests = {
    "Product",
    {
        {"Values", check_product, {{64, 64, 64}, {1, 1, 1}, {65, 33, 50}, {100, 130, 70}}},
    },
};

using AddRelu = Counted;

TEST_F(AddRelu, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const vector_case c{65536};
  check_moved(12.0 * c.n, shape(c), [&] { return check_add_relu(c); });
}

using VectorSum = Counted;

TEST_F(VectorSum, SharedByPrograms) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const vector_case c{262144};
  constexpr int kLeastPrograms = 64;
  bool right = false;
  const auto moved = kw::testing::traffic_of([&] { right = check_vector_sum(c); });
  if (right && kw::testing::expect_programs(moved, kLeastPrograms, shape(c))) {
    kw::testing::expect_moved(moved, 4.0 * c.n, kMostMoved, shape(c));
  }
}

using AddBias = Counted;

TEST_F(AddBias, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const matrix_case c{512, 256};
  check_moved(4.0 * (2 * c.rows * c.columns + c.columns), shape(c),
              [&] { return check_add_bias(c); });
}

using Product = Counted;

TEST_F(Product, BytesMoved) {
  if (!counts()) {
    GTEST_SKIP() << kNotCounted;
  }
  const product_case c{256, 256, 256};
  check_moved(
      12.0 * 256 * 256, shape(c), [&] { return check_product(c); }, kMostMovedProduct);
}

}  // namespace
}  // namespace lesson16
