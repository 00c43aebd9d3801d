// What the tests of lesson 07's products share: a fixture, tolerances, and sizes with every kind of
// edge.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "tests/limits.hpp"
#include "tiled_matmul_reference.hpp"

namespace lesson07 {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::to_doubles;
using kw::testing::tolerance;

struct matmul_case {
  std::int64_t m, n, k;
  std::int64_t gap = 0;  // elements between the end of a row and the next one
  int offset = 0;        // elements off an aligned address
};

inline std::string shape(const matmul_case& c) {
  return "m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n) +
         ", k = " + std::to_string(c.k) +
         (c.gap > 0 ? ", rows " + std::to_string(c.gap) + " elements apart" : "") +
         (c.offset > 0 ? ", " + std::to_string(c.offset) + " elements off an aligned address" : "");
}

template <class T>
std::vector<T> transposed(const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
  std::vector<T> result(values.size());
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      result[static_cast<std::size_t>(j * rows + i)] =
          values[static_cast<std::size_t>(i * columns + j)];
    }
  }
  return result;
}

class matmul_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>);

  template <class T>
  kw::buffer<T, 2> matrix(std::int64_t rows, std::int64_t columns, const std::vector<T>& values,
                          const matmul_case& c) const {
    return {device(),
            {rows, columns},
            values,
            {.row_stride = columns + c.gap, .element_offset = c.offset}};
  }

  /// Compares `call` on these values with the oracle. \param transpose  b is given as its transpose
  template <class T>
  bool check(function<T> call, const matmul_case& c, const std::vector<T>& a_values,
             const std::vector<T>& b_values, bool transpose = false) {
    const auto a = matrix(c.m, c.k, a_values, c);
    const auto b = transpose ? matrix(c.n, c.k, transposed(b_values, c.k, c.n), c)
                             : matrix(c.k, c.n, b_values, c);
    const kw::buffer<T, 2> out(device(), {c.m, c.n},
                               {.row_stride = c.n + c.gap, .element_offset = c.offset});
    const kw::view<const T, 2> b_view =
        transpose ? kw::view<const T, 2>(b.data(), {c.k, c.n}, {1, b.stride(0)}, device())
                  : b.cview();
    call(a.cview(), b_view, out.view());
    const auto x = to_doubles(a_values), y = to_doubles(b_values);
    const auto m = static_cast<std::size_t>(c.m), n = static_cast<std::size_t>(c.n),
               k = static_cast<std::size_t>(c.k);
    double largest = 0;
    for (const double sum : reference::matmul_of_sizes(x, y, m, n, k)) {
      largest = std::max(largest, sum);
    }
    const limit<T> l(c.k, largest);
    return check_close(out, reference::matmul(x, y, m, n, k), l.get(),
                       shape(c) + (transpose ? ", b transposed" : ""));
  }

  template <class T>
  bool check(function<T> call, const matmul_case& c, bool transpose = false) {
    return check(call, c, make_input<T>(c.m * c.k, 1), make_input<T>(c.k * c.n, 2), transpose);
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matmul_case>& cases, bool transpose = false) {
    for (const matmul_case& c : cases) {
      if (!check(call, c, transpose)) {
        break;  // one failure says enough
      }
    }
  }

  /// An infinity in one row of a, and one in a column of b, stay in that row and that column.
  template <class T>
  void check_infinities(function<T> call, const matmul_case& c = {70, 67, 33}) {
    const std::int64_t m = c.m, n = c.n, k = c.k;
    auto a_values = make_input<T>(m * k, 1, {0.5, 1});
    auto b_values = make_input<T>(k * n, 2, {0.5, 1});
    const T infinity = kw::core::convert<T>(std::numeric_limits<float>::infinity());
    a_values[static_cast<std::size_t>(3 * k + k - 1)] = infinity;
    b_values[static_cast<std::size_t>(5)] = infinity;
    const kw::buffer<T, 2> a(device(), {m, k}, a_values), b(device(), {k, n}, b_values);
    const kw::buffer<T, 2> out(device(), {m, n});
    call(a.cview(), b.cview(), out.view());
    const auto got = to_doubles(out.download());
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        const double value = got[static_cast<std::size_t>(i * n + j)];
        if (std::isinf(value) != (i == 3 || j == 5)) {
          FAIL() << "[" << i << ", " << j << "] is " << value
                 << ", but row 3 and column 5 meet an infinity, and nothing else does.";
        }
      }
    }
  }

  /// Runs are equal to the last bit: every element is one sum, in a fixed order.
  template <class T>
  void check_same_bits(function<T> call, const matmul_case& c = {130, 70, 500}) {
    const std::int64_t m = c.m, n = c.n, k = c.k;
    const kw::buffer<T, 2> a(device(), {m, k}, make_input<T>(m * k, 1));
    const kw::buffer<T, 2> b(device(), {k, n}, make_input<T>(k * n, 2));
    std::vector<T> first;
    for (int run = 0; run < 20; ++run) {
      const kw::buffer<T, 2> out(device(), {m, n});
      call(a.cview(), b.cview(), out.view());
      const std::vector<T> got = out.download();
      first = run == 0 ? got : first;
      ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(T)), 0)
          << "run " << run << " of a product that must be the same in every run";
    }
  }
};

// Every edge of a tile of 64 or 128 by 64 or 256, and steps of 32 or 64.
inline const std::vector<matmul_case> kSizes = {
    {64, 64, 64},   {1, 1, 1},      {1, 64, 64},  {64, 1, 64},  {64, 64, 1},   {1, 300, 100},
    {300, 1, 100},  {2, 3, 1000},   {63, 65, 31}, {65, 63, 33}, {31, 97, 67},  {128, 192, 96},
    {130, 257, 65}, {17, 33, 4096}, {0, 5, 7},    {5, 0, 7},    {200, 400, 50}};

// Rows of multiples of 8 elements, which a tensor descriptor takes, and others.
inline const std::vector<matmul_case> kStrided = {{70, 72, 40, 8},    {64, 64, 64, 64},
                                                  {100, 96, 104, 24}, {70, 67, 41, 3},
                                                  {65, 64, 96, 0, 1}, {33, 40, 72, 1, 3}};

/// The types of 16 bits that the contract promises.
using float16_types = ::testing::Types<float16_t, bfloat16_t>;

}  // namespace lesson07
