/// \file
/// Lesson 06's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <kernelwright/testing/finite_differences.hpp>

namespace lesson06::reference {

/// Mean and reciprocal standard deviation of each row.
struct row_statistics {
  std::vector<double> mean, rstd;
};

inline row_statistics statistics(const std::vector<double>& x, std::size_t columns, double eps) {
  row_statistics result;
  for (std::size_t row = 0; row < x.size(); row += columns) {
    double mean = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      mean += x[row + c] / static_cast<double>(columns);
    }
    double variance = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      variance += (x[row + c] - mean) * (x[row + c] - mean) / static_cast<double>(columns);
    }
    result.mean.push_back(mean);
    result.rstd.push_back(1 / std::sqrt(variance + eps));
  }
  return result;
}

/// `[rows, columns]`: (x - mean) * rstd * weight + bias.
inline std::vector<double> layer_norm(const std::vector<double>& x,
                                      const std::vector<double>& weight,
                                      const std::vector<double>& bias, double eps) {
  const std::size_t columns = weight.size();
  const row_statistics s = statistics(x, columns, eps);
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::size_t r = i / columns;
    const std::size_t c = i % columns;
    y[i] = (x[i] - s.mean[r]) * s.rstd[r] * weight[c] + bias[c];
  }
  return y;
}

struct gradients {
  std::vector<double> dx, dw, db;
};

/// The gradients by the formulas of layernorm.hpp.
inline gradients layer_norm_backward(const std::vector<double>& dy, const std::vector<double>& x,
                                     const std::vector<double>& weight, double eps) {
  const std::size_t columns = weight.size();
  const row_statistics s = statistics(x, columns, eps);
  gradients result{std::vector<double>(x.size()), std::vector<double>(columns),
                   std::vector<double>(columns)};
  for (std::size_t r = 0; r < s.mean.size(); ++r) {
    const auto normalised = [&](std::size_t c) {
      return (x[r * columns + c] - s.mean[r]) * s.rstd[r];
    };
    double mean_g = 0;
    double mean_gn = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const double share = dy[r * columns + c] * weight[c] / static_cast<double>(columns);
      mean_g += share;
      mean_gn += share * normalised(c);
    }
    for (std::size_t c = 0; c < columns; ++c) {
      const double d = dy[r * columns + c];
      result.dx[r * columns + c] = s.rstd[r] * (d * weight[c] - mean_g - normalised(c) * mean_gn);
      result.dw[c] += d * normalised(c);
      result.db[c] += d;
    }
  }
  return result;
}

/// The gradients of the loss sum(layer_norm(x) * dy) by finite differences. It knows nothing of the
/// formulas above, and so can tell whether they are right.
inline gradients numerical_gradients(const std::vector<double>& dy, std::vector<double> x,
                                     std::vector<double> weight, std::vector<double> bias,
                                     double eps) {
  const auto loss = [&] { return kw::testing::weighted_sum(layer_norm(x, weight, bias, eps), dy); };
  return {kw::testing::slopes(x, loss), kw::testing::slopes(weight, loss),
          kw::testing::slopes(bias, loss)};
}

}  // namespace lesson06::reference
