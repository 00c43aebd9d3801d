/// \file
/// The oracle of elective 12: formulas on the host, in double, with those of lesson 06 for
/// LayerNorm.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <kernelwright/testing/row_products.hpp>

#include "../06_layernorm/layernorm_reference.hpp"

namespace lesson12::reference {

using values = std::vector<double>;
using lesson06::reference::column_sums;
using lesson06::reference::layer_norm;
using lesson06::reference::row_statistics;
using lesson06::reference::statistics;

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

/// `[m, n]`: rstd * (x w) + shift, with a number of rstd for each row and of shift for each column.
inline values scaled_product(const values& x, const values& w, const values& shift,
                             const values& rstd) {
  const std::int64_t n = std::ssize(shift), m = std::ssize(rstd);
  const values z = kw::testing::product_of(x, w, m, n, m == 0 ? 0 : std::ssize(x) / m);
  return kw::testing::elements(m * n,
                               [&](std::int64_t i) { return rstd[i / n] * z[i] + shift[i % n]; });
}
/// `[m, n]`: x w + bias.
inline values linear(const values& x, const values& w, const values& bias, std::int64_t m) {
  return scaled_product(x, w, bias, values(static_cast<std::size_t>(m), 1.0));
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

}  // namespace lesson12::reference
