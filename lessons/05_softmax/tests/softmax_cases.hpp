/// \file
/// What the tests of lesson 05 share: the comparison of a softmax with the oracle, and rows whose
/// values break a careless softmax.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "softmax.hpp"
#include "softmax_reference.hpp"
#include "tests/limits.hpp"

namespace lesson05 {

using namespace kw::testing;
using kw::bfloat16_t;
using kw::float16_t;

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// Compares a softmax of these values with the oracle.
template <class T>
bool check_values(void (*call)(kw::view<const T, 2>, kw::view<T, 2>), const matrix_case& c,
                  const std::vector<T>& x) {
  return check_entry(shape(c), call, in(c, x),
                     out(c, reference::softmax(to_doubles(x), c.columns), limit<T>()));
}

/// Compares a softmax of random values between -6 and 6.
template <class T>
bool check_random(void (*call)(kw::view<const T, 2>, kw::view<T, 2>), const matrix_case& c) {
  return check_values(call, c, make_input<T>(c.rows * c.columns, 1, {-6, 6}));
}
template <auto Call>
bool check_softmax(const matrix_case& c) {
  return check_random(Call, c);
}

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

/// A softmax of these seven rows.
template <auto Call>
bool check_extremes(const matrix_case& c) {
  return check_values(Call, c, extreme_rows(c.columns));
}

}  // namespace lesson05
