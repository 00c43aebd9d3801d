/// \file
/// What the tests of lesson 05 share: tolerances, the comparison of a softmax with the oracle, and
/// rows whose values break a careless softmax.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "softmax_reference.hpp"
#include "tests/limits.hpp"

namespace lesson05 {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
using kw::testing::to_doubles;
using kw::testing::tolerance;

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

class softmax_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<T, 2>);

  /// Compares `call` on these values with the oracle.
  template <class T>
  bool check(function<T> call, const matrix_case& c, const std::vector<T>& values) {
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<T, 2> out(device(), {c.rows, c.columns}, c.out());
    call(x.cview(), out.view());
    const std::vector<double> doubles = to_doubles(values);
    const auto columns = static_cast<std::size_t>(c.columns);
    return check_close(out, reference::softmax(doubles, columns), limit<T>(), shape(c));
  }

  /// Random values between -6 and 6.
  template <class T>
  bool check(function<T> call, const matrix_case& c) {
    return check(call, c, make_input<T>(c.rows * c.columns, 1, {-6, 6}));
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check(call, c); });
  }
};

/// Rows whose values break a wrong softmax: far from 0, equal, and with -inf.
inline std::vector<float> extreme_rows(std::int64_t columns) {
  std::vector<float> rows = make_input<float>(7 * columns, 3, {-1, 1});
  const auto at = [&](std::int64_t row, std::int64_t c) -> float& {
    return rows[static_cast<std::size_t>(row * columns + c)];
  };
  for (std::int64_t c = 0; c < columns; ++c) {
    at(0, c) += 1e4f;                                  // exp overflows
    at(1, c) -= 1e4f;                                  // exp is 0, and so is their sum
    at(2, c) *= 1e4f;                                  // both, in one row
    at(3, c) = -2.5f;                                  // equal: 1 / columns each
    at(4, c) = c == columns / 2 ? c : kMinusInfinity;  // only one candidate
    at(5, c) = c % 3 == 0 ? at(5, c) : kMinusInfinity;
    at(6, c) = c + 1 < columns ? kMinusInfinity : -1e4f;  // nothing until the last column
  }
  return rows;
}

}  // namespace lesson05
