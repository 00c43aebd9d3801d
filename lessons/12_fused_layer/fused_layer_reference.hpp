/// \file
/// The oracle of elective 12: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace lesson12::reference {

using values = std::vector<double>;

inline double gelu(double z) {
  constexpr double kRoot = 0.79788456080286536;  // sqrt(2 / pi)
  return z / 2 * (1 + std::tanh(kRoot * (z + 0.044715 * z * z * z)));
}

inline values gelu(values z) {
  for (double& each : z) {
    each = gelu(each);
  }
  return z;
}

/// `[m, n]`: a `[m, k]` times b `[k, n]`.
inline values product(const values& a, const values& b, std::size_t k, std::size_t n) {
  const std::size_t m = a.size() / k;
  values c(m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      for (std::size_t j = 0; j < n; ++j) {
        c[i * n + j] += a[i * k + p] * b[p * n + j];
      }
    }
  }
  return c;
}

/// `[m, n]`: x w + bias.
inline values linear(const values& x, const values& w, const values& bias) {
  const std::size_t n = bias.size();
  if (n == 0) {
    return {};
  }
  values z = product(x, w, w.size() / n, n);
  for (std::size_t i = 0; i < z.size(); ++i) {
    z[i] += bias[i % n];
  }
  return z;
}

/// Mean and reciprocal standard deviation of each row.
struct row_statistics {
  values mean, rstd;
};

inline row_statistics statistics(const values& x, std::size_t k, double eps) {
  row_statistics result;
  for (std::size_t row = 0; row < x.size(); row += k) {
    double mean = 0, variance = 0;
    for (std::size_t p = 0; p < k; ++p) {
      mean += x[row + p] / static_cast<double>(k);
    }
    for (std::size_t p = 0; p < k; ++p) {
      variance += (x[row + p] - mean) * (x[row + p] - mean) / static_cast<double>(k);
    }
    result.mean.push_back(mean);
    result.rstd.push_back(1 / std::sqrt(variance + eps));
  }
  return result;
}

/// `[m, k]`: (x - mean) * rstd * gamma + beta.
inline values normalised(const values& x, const row_statistics& s, const values& gamma,
                         const values& beta) {
  const std::size_t k = gamma.size();
  values h(x.size());
  for (std::size_t i = 0; i < h.size(); ++i) {
    h[i] = (x[i] - s.mean[i / k]) * s.rstd[i / k] * gamma[i % k] + beta[i % k];
  }
  return h;
}

/// The results of task 3, with folded before it is rounded.
struct folded_weights {
  values folded, shift;
};

inline folded_weights fold(const values& gamma, const values& beta, const values& w,
                           const values& bias) {
  const std::size_t n = bias.size(), k = gamma.size();
  folded_weights result{w, bias};
  values mean(n);
  for (std::size_t i = 0; i < w.size(); ++i) {
    result.folded[i] *= gamma[i / n];
    result.shift[i % n] += beta[i / n] * w[i];
    mean[i % n] += result.folded[i] / static_cast<double>(k);
  }
  for (std::size_t i = 0; i < w.size(); ++i) {
    result.folded[i] -= mean[i % n];
  }
  return result;
}

/// `[n]`: the sum of each column.
inline values column_sums(const values& w, std::size_t n) {
  values sums(n);
  for (std::size_t i = 0; i < w.size(); ++i) {
    sums[i % n] += w[i];
  }
  return sums;
}

/// `[m, n]`: rstd * (x folded) + shift.
inline values scaled_product(const values& x, const values& folded, const values& shift,
                             const values& rstd) {
  const std::size_t n = shift.size();
  values z = linear(x, folded, values(n));
  for (std::size_t i = 0; i < z.size(); ++i) {
    z[i] = rstd[i / n] * z[i] + shift[i % n];
  }
  return z;
}

}  // namespace lesson12::reference
