// What the tests of lesson 07's products share: checks, tolerances, and sizes with every kind of
// edge.
#pragma once

#include <kernelwright/testing/products.hpp>

#include "tests/limits.hpp"
#include "tiled_matmul.hpp"

namespace lesson07 {

using namespace kw::testing;
using kw::bfloat16_t;
using kw::float16_t;

template <class T>
using product = void (*)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>);

/// How far a product of these matrices may be off, if something else of this size is added to it.
template <class T>
limit<T> limit_of(const product_case& c, const std::vector<double>& a, const std::vector<double>& b,
                  double added = 0) {
  const double largest_sum =
      std::max(0.0, largest(product_of(magnitudes(a), magnitudes(b), c.m, c.n, c.k)));
  return limit<T>(c.k + (added > 0 ? 1 : 0), largest_sum + added);
}

/// Compares a product of these values with the oracle.
template <class T>
bool check_values(product<T> call, const product_case& c, const std::vector<T>& a,
                  const std::vector<T>& b, int runs = 1) {
  const limit<T> l = limit_of<T>(c, to_doubles(a), to_doubles(b));
  return check_product_of({shape(c), runs}, call, c, a, b, l.get());
}
template <class T>
bool check_random(product<T> call, const product_case& c, int runs) {
  return check_values(call, c, make_input<T>(c.m * c.k, 1), make_input<T>(c.k * c.n, 2), runs);
}
/// Runs are equal to the last bit: every element is one sum, in a fixed order.
template <auto Call, int RUNS = 1>
bool check_product(const product_case& c) {
  return check_random(Call, c, RUNS);
}

/// The same where b is the transpose of an array.
template <class T>
bool check_transpose(product<T> call, const product_case& c) {
  const auto a_values = make_input<T>(c.m * c.k, 1), b_values = make_input<T>(c.k * c.n, 2);
  const auto x = to_doubles(a_values), y = to_doubles(b_values);
  std::vector<T> turned;
  for (std::int64_t i = 0; i < c.n * c.k; ++i) {
    turned.push_back(b_values[i % c.k * c.n + i / c.k]);
  }
  const kw::device device = kw::default_device();
  const kw::buffer<T, 2> a(device, {c.m, c.k}, a_values, c.rows_of(c.k));
  const kw::buffer<T, 2> b(device, {c.n, c.k}, turned, c.rows_of(c.k));
  const kw::buffer<T, 2> out(device, {c.m, c.n}, c.rows_of(c.n));
  call(a.cview(), kw::view<const T, 2>(b.data(), {c.k, c.n}, {1, b.stride(0)}, device), out.view());
  return check_close(out, product_of(x, y, c.m, c.n, c.k), limit_of<T>(c, x, y).get(),
                     shape(c) + ", b transposed");
}
template <auto Call>
bool check_transposed(const product_case& c) {
  return check_transpose(Call, c);
}

/// An infinity in one row of a, and one in a column of b, stay in that row and that column.
template <class T>
bool expect_infinities(product<T> call, const product_case& c) {
  const std::int64_t m = c.m, n = c.n, k = c.k;
  auto a_values = make_input<T>(m * k, 1, {0.5, 1});
  auto b_values = make_input<T>(k * n, 2, {0.5, 1});
  const T infinity = kw::core::convert<T>(std::numeric_limits<float>::infinity());
  a_values[static_cast<std::size_t>(3 * k + k - 1)] = infinity;
  b_values[static_cast<std::size_t>(5)] = infinity;
  const kw::device device = kw::default_device();
  const kw::buffer<T, 2> a(device, {m, k}, a_values), b(device, {k, n}, b_values);
  const kw::buffer<T, 2> out(device, {m, n});
  call(a.cview(), b.cview(), out.view());
  const auto got = to_doubles(out.download());
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      const double value = got[static_cast<std::size_t>(i * n + j)];
      if (std::isinf(value) != (i == 3 || j == 5)) {
        ADD_FAILURE() << "[" << i << ", " << j << "] is " << value
                      << ", but row 3 and column 5 meet an infinity, and nothing else does.";
        return false;
      }
    }
  }
  return true;
}
template <auto Call>
bool check_infinities(const product_case& c) {
  return expect_infinities(Call, c);
}

// Every edge of a tile of 64 or 128 by 64 or 256, and steps of 32 or 64.
inline const std::vector<product_case> kSizes = {
    {64, 64, 64},   {1, 1, 1},      {1, 64, 64},  {64, 1, 64},  {64, 64, 1},   {1, 300, 100},
    {300, 1, 100},  {2, 3, 1000},   {63, 65, 31}, {65, 63, 33}, {31, 97, 67},  {128, 192, 96},
    {130, 257, 65}, {17, 33, 4096}, {0, 5, 7},    {5, 0, 7},    {200, 400, 50}};

// Rows of multiples of 8 elements, which a tensor descriptor takes, and others.
inline const std::vector<product_case> kStrided = {{70, 72, 40, 8},    {64, 64, 64, 64},
                                                   {100, 96, 104, 24}, {70, 67, 41, 3},
                                                   {65, 64, 96, 0, 1}, {33, 40, 72, 1, 3}};

}  // namespace lesson07
