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

/// dx `[rows, columns]`, and dw and db `[programs, columns]`: row p is the contribution of the rows
/// p, p + programs, p + 2 programs, ... For one program these are dw and db themselves.
struct gradients {
  std::vector<double> dx, dw, db;
};

/// The gradients by the formulas of layernorm.hpp.
inline gradients layer_norm_backward(const std::vector<double>& dy, const std::vector<double>& x,
                                     const std::vector<double>& weight, double eps,
                                     std::size_t programs = 1) {
  const std::size_t columns = weight.size();
  const row_statistics s = statistics(x, columns, eps);
  gradients result{std::vector<double>(x.size()), std::vector<double>(programs * columns),
                   std::vector<double>(programs * columns)};
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
      result.dw[r % programs * columns + c] += d * normalised(c);
      result.db[r % programs * columns + c] += d;
    }
  }
  return result;
}

/// The gradients of the loss sum(layer_norm(x) * dy) by finite differences. It does not use the
/// formulas above, and so can tell whether they are right. The contribution of a program's rows to
/// dw and db is the gradient of the loss of only these rows.
inline gradients numerical_gradients(const std::vector<double>& dy, std::vector<double> x,
                                     std::vector<double> weight, std::vector<double> bias,
                                     double eps, std::size_t programs = 1) {
  const std::size_t columns = weight.size();
  std::vector<double> factors = dy;
  const auto loss = [&] {
    return kw::testing::weighted_sum(layer_norm(x, weight, bias, eps), factors);
  };
  gradients result{kw::testing::slopes(x, loss), {}, {}};
  for (std::size_t p = 0; p < programs; ++p) {
    for (std::size_t i = 0; i < dy.size(); ++i) {
      factors[i] = i / columns % programs == p ? dy[i] : 0;
    }
    const auto dw = kw::testing::slopes(weight, loss), db = kw::testing::slopes(bias, loss);
    result.dw.insert(result.dw.end(), dw.begin(), dw.end());
    result.db.insert(result.db.end(), db.begin(), db.end());
  }
  return result;
}

/// `[columns]`: the sums of the columns of a matrix `[rows, columns]`.
inline std::vector<double> column_sums(const std::vector<double>& matrix, std::size_t columns) {
  std::vector<double> sums(columns);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    sums[i % columns] += matrix[i];
  }
  return sums;
}

/// `[rows, columns]`: x / sqrt(mean(x^2) + eps) * weight.
inline std::vector<double> rms_norm(const std::vector<double>& x, const std::vector<double>& weight,
                                    double eps) {
  const std::size_t columns = weight.size();
  std::vector<double> y(x.size());
  for (std::size_t row = 0; row < x.size(); row += columns) {
    double squares = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      squares += x[row + c] * x[row + c];
    }
    for (std::size_t c = 0; c < columns; ++c) {
      const double mean = squares / static_cast<double>(columns);
      y[row + c] = x[row + c] / std::sqrt(mean + eps) * weight[c];
    }
  }
  return y;
}

}  // namespace lesson06::reference
