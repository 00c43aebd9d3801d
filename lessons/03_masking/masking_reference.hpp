/// \file
/// Lesson 03's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cstddef>
#include <vector>

namespace lesson03::reference {

/// `[length]`: 1 where i < n, 0 elsewhere.
inline std::vector<double> mask_values(std::size_t n, std::size_t length) {
  std::vector<double> out(length);
  for (std::size_t i = 0; i < length; ++i) {
    out[i] = i < n ? 1 : 0;
  }
  return out;
}

/// `[n]`: x[i] + y[i]. Serves matrices too: a dense matrix is its rows one after another.
inline std::vector<double> add(const std::vector<float>& x, const std::vector<float>& y) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = double{x[i]} + double{y[i]};
  }
  return out;
}

/// `[n]`: x[i] - x[i - 1], with x[-1] = 0.
inline std::vector<double> difference(const std::vector<float>& x) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = double{x[i]} - (i > 0 ? double{x[i - 1]} : 0.0);
  }
  return out;
}

/// `[n]`: x[i], or 0 where that is larger.
inline std::vector<double> relu(const std::vector<float>& x) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[i] > 0 ? double{x[i]} : 0.0;
  }
  return out;
}

/// `[n]`: x from its last element to its first.
inline std::vector<double> reverse(const std::vector<float>& x) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[x.size() - 1 - i];
  }
  return out;
}

/// `[rows, columns]`: x[r, c] in the first lengths[r] columns, padding in the others.
inline std::vector<double> pad_rows(const std::vector<float>& x, const std::vector<int>& lengths,
                                    std::size_t columns, float padding) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t row = i / columns;
    const int column = static_cast<int>(i % columns);
    out[i] = column < lengths[row] ? double{x[i]} : double{padding};
  }
  return out;
}

}  // namespace lesson03::reference
