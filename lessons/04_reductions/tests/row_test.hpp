// What the tests of lesson 04's tasks over rows have in common.
#pragma once
#include "reductions.hpp"

#include <kernelwright/testing/testing.hpp>

#include "sum_limit.hpp"

namespace lesson04 {

using namespace kw::testing;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Rows of one element; around a block of 1024 and around two; a prime; long; few and many.
inline const std::vector<matrix_case> kShapes = {{1, 1},   {3, 1023}, {4, 1024}, {5, 1025},
                                                 {7, 211}, {2, 2048}, {3, 2049}, {2, 9973},
                                                 {300, 5}, {0, 17}};
inline const std::vector<matrix_case> kPaddedRows = {
    {5, 1025, 1100}, {7, 211, 219, 0, 3}, {3, 2048, 2048, 0, 1}};

/// Compares what a function over rows returns for each of them with `formula(row)`.
template <class T, class Out, class Formula>
bool check_rows(void (*call)(kw::view<const T, 2>, kw::view<Out>), const matrix_case& c,
                const std::vector<T>& x, const Formula& formula, tolerance limit) {
  return check_entry(shape(c), call, in(c, x), out({c.rows}, of_each_row(c, x, formula), limit));
}

/// A sum of random rows, or a mean.
template <class T>
bool check_sum_of(void (*call)(kw::view<const T, 2>, kw::view<float>), const matrix_case& c,
                  bool mean) {
  const auto x = make_input<T>(c.rows * c.columns, 1);
  const double divisor = mean ? static_cast<double>(c.columns) : 1;
  const sum_limit limit(dtype_name<T>(), c.columns, additions_of_row(c.columns) + (mean ? 1 : 0),
                        std::max(0.0, largest(of_each_row(c, x, sum_of_sizes))) / divisor);
  return check_rows(
      call, c, x, [&](const std::vector<double>& row) { return sum(row) / divisor; }, limit.get());
}

/// Random values, for an oracle that needs no tolerance; LOW to HIGH.
template <auto Call, double (*Formula)(const std::vector<double>& row), int LOW, int HIGH>
bool check_exact(const matrix_case& c) {
  const auto x = make_input<float>(c.rows * c.columns, 1, {LOW, HIGH});
  return check_rows(Call, c, x, Formula, kExact);
}

}  // namespace lesson04
