/// \file
/// Lesson 05's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <kernelwright/testing/finite_differences.hpp>

namespace lesson05::reference {

/// `[rows, columns]`: exp(x[r, c] - max(x[r, :])).
inline std::vector<double> numerators(const std::vector<double>& x, std::size_t columns) {
  std::vector<double> out(x.size());
  for (std::size_t row = 0; row < x.size(); row += columns) {
    const double largest = *std::max_element(x.begin() + row, x.begin() + row + columns);
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] = std::exp(x[i] - largest);
    }
  }
  return out;
}

/// `[rows, columns]`: the softmax of each row.
inline std::vector<double> softmax(const std::vector<double>& x, std::size_t columns) {
  std::vector<double> out = numerators(x, columns);
  for (std::size_t row = 0; row < x.size(); row += columns) {
    double sum = 0;
    for (std::size_t i = row; i < row + columns; ++i) {
      sum += out[i];
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] /= sum;
    }
  }
  return out;
}

/// `[rows, columns]`: y * (dy - sum of y * dy over the row).
inline std::vector<double> softmax_backward(const std::vector<double>& y,
                                            const std::vector<double>& dy, std::size_t columns) {
  std::vector<double> dx(y.size());
  for (std::size_t row = 0; row < y.size(); row += columns) {
    double dot = 0;
    for (std::size_t i = row; i < row + columns; ++i) {
      dot += y[i] * dy[i];
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      dx[i] = y[i] * (dy[i] - dot);
    }
  }
  return dx;
}

/// `[rows]`: log(sum of exp over the row) - x[r, target[r]].
inline std::vector<double> cross_entropy(const std::vector<double>& x,
                                         const std::vector<std::int32_t>& target,
                                         std::size_t columns) {
  const std::vector<double> exponentials = numerators(x, columns);
  std::vector<double> loss(target.size());
  for (std::size_t row = 0; row < loss.size(); ++row) {
    const auto begin = x.begin() + row * columns;
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      sum += exponentials[row * columns + c];
    }
    loss[row] = *std::max_element(begin, begin + columns) + std::log(sum) - begin[target[row]];
  }
  return loss;
}

/// `[rows, columns]`: the gradient of the loss sum(softmax(x) * dy) by finite differences. It does
/// not use the formula, and so can tell whether the formula is right.
inline std::vector<double> numerical_gradient(std::vector<double> x, const std::vector<double>& dy,
                                              std::size_t columns) {
  return kw::testing::slopes(x, [&] { return kw::testing::weighted_sum(softmax(x, columns), dy); });
}

}  // namespace lesson05::reference
