/// \file
/// The oracle of elective 16: plain loops on the host, in double. Matrices are dense.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace lesson16::reference {

/// `[n]`: `f(i)` for each element.
inline std::vector<double> elements(std::size_t n, const std::function<double(std::size_t)>& f) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = f(i);
  }
  return out;
}

/// `[n / columns]`: `f` of each row.
inline std::vector<double> of_rows(const std::vector<float>& x, std::size_t columns,
                                   const std::function<double(const std::vector<double>& row)>& f) {
  std::vector<double> out;
  for (std::size_t begin = 0; begin < x.size(); begin += columns) {
    const std::size_t end = std::min(begin + columns, x.size());
    const auto at = [&](std::size_t i) { return x.begin() + static_cast<std::ptrdiff_t>(i); };
    out.push_back(f(std::vector<double>(at(begin), at(end))));
  }
  return out;
}

inline double sum(const std::vector<double>& row) {
  double total = 0;
  for (const double v : row) {
    total += v;
  }
  return total;
}

inline double mean(const std::vector<double>& row) {
  return sum(row) / static_cast<double>(row.size());
}

inline double least(const std::vector<double>& row) {
  return *std::min_element(row.begin(), row.end());
}

inline double range(const std::vector<double>& row) {
  return *std::max_element(row.begin(), row.end()) - least(row);
}

inline double log_sum_exp(const std::vector<double>& row) {
  const double largest = *std::max_element(row.begin(), row.end());
  double total = 0;
  for (const double v : row) {
    total += std::exp(v - largest);
  }
  return largest + std::log(total);
}

/// `[n]`: the mean of each element and the one 256 after it.
inline std::vector<double> blend(const std::vector<float>& x) {
  return elements(x.size(), [&](std::size_t i) {
    return (double{x[i]} + (i + 256 < x.size() ? double{x[i + 256]} : 0)) / 2;
  });
}

/// `[m * n]`: the product of an m x k and a k x n matrix.
inline std::vector<double> product(const std::vector<float>& a, const std::vector<float>& b,
                                   std::size_t k, std::size_t n) {
  return elements(a.size() / k * n, [&](std::size_t i) {
    double total = 0;
    for (std::size_t p = 0; p < k; ++p) {
      total += double{a[i / n * k + p]} * double{b[p * n + i % n]};
    }
    return total;
  });
}

}  // namespace lesson16::reference
