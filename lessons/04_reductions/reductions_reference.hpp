/// \file
/// Lesson 04's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace lesson04::reference {

/// The sum of `count` values from `first` on. In double even 10^8 roundings stay far below one of
/// float32.
inline double sum(const std::vector<double>& x, std::size_t first, std::size_t count) {
  double total = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    total += x[i];
  }
  return total;
}

/// The sum of their absolute values, by which the error bound of a sum is measured.
inline double sum_of_sizes(const std::vector<double>& x, std::size_t first, std::size_t count) {
  double total = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    total += x[i] < 0 ? -x[i] : x[i];
  }
  return total;
}

/// `[rows]`: the sum of each row.
inline std::vector<double> row_sum(const std::vector<double>& x, std::size_t rows,
                                   std::size_t columns) {
  std::vector<double> out(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    out[r] = sum(x, r * columns, columns);
  }
  return out;
}

/// `[rows]`: the mean of each row.
inline std::vector<double> row_mean(const std::vector<double>& x, std::size_t rows,
                                    std::size_t columns) {
  std::vector<double> out = row_sum(x, rows, columns);
  for (double& value : out) {
    value /= static_cast<double>(columns);
  }
  return out;
}

/// `[rows]`: the square root of the sum of the squares of each row. In double no square of a
/// float32 overflows.
inline std::vector<double> l2_norm(const std::vector<double>& x, std::size_t rows,
                                   std::size_t columns) {
  std::vector<double> squares(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    squares[i] = x[i] * x[i];
  }
  std::vector<double> out = row_sum(squares, rows, columns);
  for (double& value : out) {
    value = std::sqrt(value);
  }
  return out;
}

/// `[rows]`: the largest element of each row.
inline std::vector<double> row_max(const std::vector<double>& x, std::size_t rows,
                                   std::size_t columns) {
  std::vector<double> out(rows, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < rows * columns; ++i) {
    double& largest = out[i / columns];
    largest = x[i] > largest ? x[i] : largest;
  }
  return out;
}

/// `[rows]`: the first column that holds the largest element.
inline std::vector<double> row_argmax(const std::vector<double>& x, std::size_t rows,
                                      std::size_t columns) {
  std::vector<double> out(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t best = 0;
    for (std::size_t c = 1; c < columns; ++c) {
      best = x[r * columns + c] > x[r * columns + best] ? c : best;
    }
    out[r] = static_cast<double>(best);
  }
  return out;
}

}  // namespace lesson04::reference
