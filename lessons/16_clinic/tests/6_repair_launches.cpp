// Tests of elective 16, task 6: four patients whose work is divided badly.
#include <kernelwright/testing/products.hpp>

#include "tests/patients.hpp"

namespace lesson16 {
namespace {

bool check_add_relu(const vector_case& c) {
  const auto a = make_input<float>(c.n, 1), b = make_input<float>(c.n, 2);
  const auto want = [&](std::int64_t i) { return std::max(double{a[i]} + b[i], 0.0); };
  return check_entry(shape(c), add_relu, in(c, a), in(c, b), out(c, want, kRounded));
}
double bytes_of_relu(const vector_case& c) {
  return 12.0 * c.n;
}

bool check_vector_sum(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const tolerance limit{1e-4 + 1e-6 * static_cast<double>(c.n), 1e-5, "float32 sums in any order"};
  return check_entry(shape(c), vector_sum, in(c, x),
                     changed({1}, {3.0}, std::vector<double>{3 + sum(to_doubles(x))}, limit));
}
double bytes_of_sum(const vector_case& c) {
  return 4.0 * c.n;
}
constexpr int kLeastPrograms = 64;

bool check_add_bias(const matrix_case& c) {
  return check_shifted(c, add_bias);
}
double bytes_of_bias(const matrix_case& c) {
  return 4.0 * (2 * c.rows * c.columns + c.columns);
}

bool check_product(const product_case& c) {
  return check_product_of(shape(c), product, c, make_input<float>(c.m * c.k, 1),
                          make_input<float>(c.k * c.n, 2), kSum);
}
double bytes_of_product(const product_case& c) {
  return 4.0 * (c.m * c.k + c.k * c.n + c.m * c.n);
}

const auto add_relu_tests = counted_tests<vector_case>(
    "AddRelu", check_add_relu, {{1000}, {0}, {1}, {256}, {257}, {4099, 1, 2}}, lengths_up_to(5000),
    {"BytesMoved", moves(check_add_relu, bytes_of_relu), {{65536}}});
const auto vector_sum_tests = counted_tests<vector_case>(
    "VectorSum", check_vector_sum, {{1000}, {0}, {1}, {256}, {257}, {70000}}, lengths_up_to(5000),
    {"SharedByPrograms",
     moves(check_vector_sum, bytes_of_sum, kMostMoved, kLeastPrograms),
     {{262144}}});
const auto add_bias_tests = counted_tests<matrix_case>(
    "AddBias", check_add_bias, {{17, 65}, {1, 1}, {16, 1024}, {33, 100, 112, 104}, {0, 5}},
    rows_up_to(100, 1024), {"BytesMoved", moves(check_add_bias, bytes_of_bias), {{512, 256}}});
const tests<product_case, counted_test> product_tests = {
    "Product",
    {
        {"Values", check_product, {{64, 64, 64}, {1, 1, 1}, {65, 33, 50}, {100, 130, 70}}},
        {"BytesMoved",
         moves(check_product, bytes_of_product, kMostMovedProduct),
         {{256, 256, 256}}},
    },
};

}  // namespace
}  // namespace lesson16
