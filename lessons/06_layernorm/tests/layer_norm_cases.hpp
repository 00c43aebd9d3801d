/// \file
/// What the tests of both forward passes share: a call on random values, compared with the oracle.
#pragma once

#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "layernorm_reference.hpp"
#include "tests/tolerances.hpp"

namespace lesson06::tests {

using kw::testing::input_range;
using kw::testing::matrix_case;
using kw::testing::tolerance;

class layer_norm_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<const T>, kw::view<const T>,
                            kw::view<T, 2>, kw::view<float>, kw::view<float>, float);

  /// Compares `call` on random values of this range with the oracle: y, mean and rstd.
  template <class T>
  bool check(function<T> call, const matrix_case& c, input_range range = {-2, 4},
             tolerance y_limit = limit<T>(), tolerance statistics_limit = kStatistics,
             float eps = kEps) {
    using kw::testing::check_close, kw::testing::make_input, kw::testing::to_doubles;
    const auto values = make_input<T>(c.rows * c.columns, 1, range);
    const auto w = make_input<T>(c.columns, 2, {0.5, 2});
    const auto b = make_input<T>(c.columns, 3, {-1, 2});
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<T> weight(device(), {c.columns}, w), bias(device(), {c.columns}, b);
    const kw::buffer<T, 2> y(device(), {c.rows, c.columns}, c.out());
    const kw::buffer<float> mean(device(), {c.rows}), rstd(device(), {c.rows});
    call(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(), rstd.view(), eps);
    const auto doubles = to_doubles(values);
    const auto want = reference::statistics(doubles, c.columns, eps);
    const auto weights = to_doubles(w), biases = to_doubles(b);
    const auto want_y = reference::layer_norm(doubles, weights, biases, eps);
    return check_close(y, want_y, y_limit, "y, " + shape(c)) &&
           check_close(mean, want.mean, statistics_limit, "mean, " + shape(c)) &&
           check_close(rstd, want.rstd, statistics_limit, "rstd, " + shape(c));
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check(call, c); });
  }
};

/// The cases whose rows have at most this many columns.
inline std::vector<matrix_case> rows_of_at_most(int columns, std::vector<matrix_case> cases) {
  std::erase_if(cases, [columns](const matrix_case& c) { return c.columns > columns; });
  return cases;
}
/// The cases for which `layer_norm_long` is there.
inline std::vector<matrix_case> rows_longer_than_a_tile(std::vector<matrix_case> cases) {
  std::erase_if(cases, [](const matrix_case& c) { return c.columns <= kLongestTile; });
  return cases;
}

}  // namespace lesson06::tests
