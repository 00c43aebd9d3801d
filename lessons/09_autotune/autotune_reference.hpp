/// \file
/// Lesson 09's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <kernelwright/testing/row_products.hpp>

namespace lesson09::reference {

/// `[rows, columns]`: the softmax of each row.
inline std::vector<double> softmax(const std::vector<double>& x, std::size_t columns) {
  std::vector<double> out(x.size());
  for (std::size_t row = 0; row < x.size(); row += columns) {
    const double largest = *std::max_element(x.begin() + row, x.begin() + row + columns);
    double sum = 0;
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] = std::exp(x[i] - largest);
      sum += out[i];
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] /= sum;
    }
  }
  return out;
}

/// `[columns, rows]`: x turned.
inline std::vector<double> transpose(const std::vector<double>& x, std::size_t rows,
                                     std::size_t columns) {
  std::vector<double> out(x.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      out[c * rows + r] = x[r * columns + c];
    }
  }
  return out;
}

/// `[m, n]`: the product of a `[m, k]` and b `[k, n]`.
inline std::vector<double> matmul(const std::vector<double>& a, const std::vector<double>& b,
                                  std::size_t m, std::size_t n, std::size_t k) {
  std::vector<double> c(m * n, 0.0);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t i = 0; i < k; ++i) {
      kw::testing::add_multiple(c.data() + row * n, a[row * k + i], b.data() + i * n, n);
    }
  }
  return c;
}

}  // namespace lesson09::reference
