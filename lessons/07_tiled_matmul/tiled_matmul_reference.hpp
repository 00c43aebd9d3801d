/// \file
/// Lesson 07's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include <kernelwright/testing/row_products.hpp>

namespace lesson07::reference {

/// `[m, n]`: a `[m, k]` times b `[k, n]`, all row-major.
inline std::vector<double> matmul(const std::vector<double>& a, const std::vector<double>& b,
                                  std::size_t m, std::size_t n, std::size_t k) {
  std::vector<double> c(m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      kw::testing::add_multiple(c.data() + i * n, a[i * k + p], b.data() + p * n, n);
    }
  }
  return c;
}

/// The same with every number made positive, by which rounding errors are measured.
inline std::vector<double> matmul_of_sizes(std::vector<double> a, std::vector<double> b,
                                           std::size_t m, std::size_t n, std::size_t k) {
  for (double& value : a) {
    value = std::fabs(value);
  }
  for (double& value : b) {
    value = std::fabs(value);
  }
  return matmul(a, b, m, n, k);
}

/// `[m, n]`: max(a b + bias, 0), with bias `[n]` added to every row.
inline std::vector<double> bias_relu(const std::vector<double>& a, const std::vector<double>& b,
                                     const std::vector<double>& bias, std::size_t m, std::size_t n,
                                     std::size_t k) {
  std::vector<double> c = matmul(a, b, m, n, k);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      c[i * n + j] = std::max(c[i * n + j] + bias[j], 0.0);
    }
  }
  return c;
}

/// `[tile_rows, tile_cols]`: the program that owns each tile. Groups come from top to bottom, in
/// each group columns from left to right, and in each column tiles from top to bottom.
inline std::vector<double> order(int tile_rows, int tile_cols, int group) {
  std::vector<double> programs(static_cast<std::size_t>(tile_rows * tile_cols));
  int program = 0;
  for (int top = 0; top < tile_rows; top += group) {
    for (int col = 0; col < tile_cols; ++col) {
      for (int row = top; row < top + group && row < tile_rows; ++row) {
        programs[static_cast<std::size_t>(row * tile_cols + col)] = program++;
      }
    }
  }
  return programs;
}

/// Rows and columns of tiles that the first `wave` programs touch in that order.
inline int stripes_read(int tile_rows, int tile_cols, int group, int wave) {
  std::set<int> rows, cols;
  for (int top = 0; top < tile_rows; top += group) {
    for (int col = 0; col < tile_cols; ++col) {
      for (int row = top; row < top + group && row < tile_rows && wave > 0; ++row, --wave) {
        rows.insert(row);
        cols.insert(col);
      }
    }
  }
  return static_cast<int>(rows.size() + cols.size());
}

}  // namespace lesson07::reference
