/// \file
/// What the tests of both forward passes share: a call on random values, compared with the oracle.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "layernorm.hpp"
#include "layernorm_reference.hpp"
#include "tests/tolerances.hpp"

namespace lesson06 {

using namespace kw::testing;
using kw::bfloat16_t;
using kw::float16_t;

/// What is not the same in all tests of a forward pass.
template <class T>
struct row_values {
  input_range range = {-2, 4};
  tolerance y_limit = limit<T>();
  tolerance statistics_limit = kStatistics;
  float eps = kEps;
};

/// A function that also returns each row's mean and rstd.
template <class T>
using layer_norm_function = void (*)(kw::view<const T, 2>, kw::view<const T>, kw::view<const T>,
                                     kw::view<T, 2>, kw::view<float>, kw::view<float>, float);

/// Compares `call` on random values with the oracle: y, mean and rstd.
template <class T>
bool check_values(layer_norm_function<T> call, const matrix_case& c, const row_values<T>& of = {}) {
  const auto x = make_input<T>(c.rows * c.columns, 1, of.range);
  const auto w = make_input<T>(c.columns, 2, {0.5, 2});
  const auto b = make_input<T>(c.columns, 3, {-1, 2});
  const auto want = reference::statistics(to_doubles(x), c.columns, of.eps);
  return check_entry(
      shape(c), call, in(c, x), in({c.columns}, w), in({c.columns}, b),
      out(c, reference::layer_norm(to_doubles(x), to_doubles(w), to_doubles(b), of.eps), of.y_limit,
          "y, "),
      out({c.rows}, want.mean, of.statistics_limit, {}, "mean, "),
      out({c.rows}, want.rstd, of.statistics_limit, {}, "rstd, "), of.eps);
}
template <auto Call>
bool check_layer_norm(const matrix_case& c) {
  return check_values(Call, c);
}

/// Makes those of the cases whose rows have at most this many columns.
inline auto rows_of_at_most(int columns, std::vector<matrix_case> (*make)()) {
  return [=] {
    std::vector<matrix_case> cases = make();
    std::erase_if(cases, [columns](const matrix_case& c) { return c.columns > columns; });
    return cases;
  };
}
/// Makes those for which `layer_norm_long` is there.
inline auto rows_longer_than_a_tile(std::vector<matrix_case> (*make)()) {
  return [=] {
    std::vector<matrix_case> cases = make();
    std::erase_if(cases, [](const matrix_case& c) { return c.columns <= kLongestTile; });
    return cases;
  };
}

}  // namespace lesson06
