/// \file
/// Lesson 06's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <kernelwright/testing/finite_differences.hpp>
#include <kernelwright/testing/rows.hpp>

namespace lesson06::reference {

using values = std::vector<double>;

/// Mean and reciprocal standard deviation of each row.
struct row_statistics {
  values mean, rstd;
};

inline double mean_of(const values& row) {
  return kw::testing::sum(row) / static_cast<double>(row.size());
}
inline double mean_of_squares(values row) {
  for (double& value : row) {
    value *= value;
  }
  return mean_of(row);
}

inline row_statistics statistics(const values& x, std::int64_t columns, double eps) {
  const std::int64_t rows = std::ssize(x) / columns;
  return {kw::testing::of_each_row(rows, x, mean_of),
          kw::testing::of_each_row(rows, x, [eps](values row) {
            const double mean = mean_of(row);
            for (double& value : row) {
              value -= mean;
            }
            return 1 / std::sqrt(mean_of_squares(row) + eps);
          })};
}

/// `[rows, columns]`: (x - mean) * rstd * weight + bias.
inline values layer_norm(const values& x, const values& weight, const values& bias, double eps) {
  const std::int64_t columns = std::ssize(weight);
  const row_statistics s = statistics(x, columns, eps);
  return kw::testing::elements(std::ssize(x), [&](std::int64_t i) {
    const std::int64_t r = i / columns, c = i % columns;
    return (x[i] - s.mean[r]) * s.rstd[r] * weight[c] + bias[c];
  });
}

/// dx `[rows, columns]`, and dw and db `[programs, columns]`: row p is the contribution of the rows
/// p, p + programs, p + 2 programs, ... For one program these are dw and db themselves.
struct gradients {
  values dx, dw, db;
};

/// The gradients by the formulas of layernorm.hpp.
inline gradients layer_norm_backward(const values& dy, const values& x, const values& weight,
                                     double eps, std::size_t programs = 1) {
  const std::size_t columns = weight.size();
  const row_statistics s = statistics(x, std::ssize(weight), eps);
  gradients result{values(x.size()), values(programs * columns), values(programs * columns)};
  for (std::size_t r = 0; r < s.mean.size(); ++r) {
    const auto normalised = [&](std::size_t c) {
      return (x[r * columns + c] - s.mean[r]) * s.rstd[r];
    };
    double mean_g = 0, mean_gn = 0;
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
inline gradients numerical_gradients(const values& dy, values x, values weight, values bias,
                                     double eps, std::size_t programs = 1) {
  values factors = dy;
  const auto loss = [&] {
    return kw::testing::weighted_sum(layer_norm(x, weight, bias, eps), factors);
  };
  gradients result{kw::testing::slopes(x, loss), {}, {}};
  for (std::size_t p = 0; p < programs; ++p) {
    for (std::size_t i = 0; i < dy.size(); ++i) {
      factors[i] = i / weight.size() % programs == p ? dy[i] : 0;
    }
    const auto dw = kw::testing::slopes(weight, loss), db = kw::testing::slopes(bias, loss);
    result.dw.insert(result.dw.end(), dw.begin(), dw.end());
    result.db.insert(result.db.end(), db.begin(), db.end());
  }
  return result;
}

/// `[columns]`: the sums of the columns of a matrix `[rows, columns]`.
inline values column_sums(const values& matrix, std::size_t columns) {
  values sums(columns);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    sums[i % columns] += matrix[i];
  }
  return sums;
}

}  // namespace lesson06::reference
