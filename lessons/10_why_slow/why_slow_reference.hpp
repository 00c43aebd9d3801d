/// \file
/// The oracle of elective 10: plain loops on the host, in double. Matrices are dense.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace lesson10::reference {

/// `[rows * columns]`: each row times its weight.
inline std::vector<double> weigh_rows(const std::vector<float>& x, const std::vector<float>& w) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = double{w[i / (x.size() / w.size())]} * double{x[i]};
  }
  return out;
}

/// `[n]`: the lengths of n points of four numbers each.
inline std::vector<double> lengths(const std::vector<float>& points) {
  std::vector<double> out(points.size() / 4);
  for (std::size_t i = 0; i < points.size(); ++i) {
    out[i / 4] += double{points[i]} * double{points[i]};
  }
  for (double& sum : out) {
    sum = std::sqrt(sum);
  }
  return out;
}

/// `[rows * columns]`: rows with mean 0, the largest distance from it 1.
inline std::vector<double> centre_rows(const std::vector<float>& x, std::size_t columns) {
  std::vector<double> out(x.begin(), x.end());
  for (std::size_t row = 0; row < out.size(); row += columns) {
    double mean = 0, largest = 0;
    for (std::size_t i = row; i < row + columns; ++i) {
      mean += out[i] / static_cast<double>(columns);
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] -= mean;
      largest = std::max(largest, std::fabs(out[i]));
    }
    for (std::size_t i = row; i < row + columns; ++i) {
      out[i] /= largest;
    }
  }
  return out;
}

/// `[columns]`: the old values of out, plus the sums of the columns.
inline std::vector<double> column_totals(const std::vector<float>& x,
                                         const std::vector<float>& before) {
  std::vector<double> out(before.begin(), before.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[i % out.size()] += x[i];
  }
  return out;
}

/// `[rows * columns]`: a and the transpose of b.
inline std::vector<double> add_transposed(const std::vector<float>& a, const std::vector<float>& b,
                                          std::size_t rows, std::size_t columns) {
  std::vector<double> out(a.begin(), a.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] += b[i % columns * rows + i / columns];
  }
  return out;
}

}  // namespace lesson10::reference
