/// \file
/// Lesson 05's oracle: formulas of one row, on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <kernelwright/testing/finite_differences.hpp>
#include <kernelwright/testing/rows.hpp>

namespace lesson05::reference {

using values = std::vector<double>;

/// exp(x - max(row)), for each x of a row.
inline values numerators(values row) {
  const double largest = kw::testing::largest(row);
  for (double& x : row) {
    x = std::exp(x - largest);
  }
  return row;
}

/// `[rows, columns]`: the softmax of each row.
inline values softmax(const values& x, std::int64_t columns) {
  return kw::testing::of_each_row(std::ssize(x) / columns, x, [](const values& row) {
    values result = numerators(row);
    const double sum = kw::testing::sum(result);
    for (double& p : result) {
      p /= sum;
    }
    return result;
  });
}

/// `[rows, columns]`: y * (dy - sum of y * dy over the row).
inline values softmax_backward(const values& y, const values& dy, std::int64_t columns) {
  values products = y;
  for (std::size_t i = 0; i < y.size(); ++i) {
    products[i] *= dy[i];
  }
  const values dots = kw::testing::of_each_row(std::ssize(y) / columns, products, kw::testing::sum);
  return kw::testing::elements(std::ssize(y),
                               [&](std::int64_t i) { return y[i] * (dy[i] - dots[i / columns]); });
}

/// `[rows]`: log(sum of exp over the row) - x[r, target[r]].
inline values cross_entropy(const values& x, const std::vector<std::int32_t>& target) {
  std::size_t row = 0;
  return kw::testing::of_each_row(std::ssize(target), x, [&](const values& scores) {
    return kw::testing::largest(scores) + std::log(kw::testing::sum(numerators(scores))) -
           scores[target[row++]];
  });
}

/// `[rows, columns]`: the gradient of the loss sum(softmax(x) * dy) by finite differences. It does
/// not use the formula, and so can tell whether the formula is right.
inline values numerical_gradient(values x, const values& dy, std::int64_t columns) {
  return kw::testing::slopes(x, [&] { return kw::testing::weighted_sum(softmax(x, columns), dy); });
}

}  // namespace lesson05::reference
