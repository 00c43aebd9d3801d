// What tasks 4 and 5 of elective 12 have in common: the whole layer, compared with the oracle.
#pragma once
#include "fused_layer_test.hpp"

namespace lesson12 {

/// The results of task 3 for a case's weights, by the oracle.
struct folded_weights {
  halves folded;
  std::vector<float> shift;
};
inline folded_weights weights_of(const product_case& c) {
  const auto gamma = to_doubles(around(c.k, 3, 1)), beta = to_doubles(around(c.k, 4, 0));
  // Divided by sqrt(k), as weights of layers usually are: then results are about 1.
  auto w = to_doubles(around(c.k * c.n, 2, 0.25f));
  for (double& each : w) {
    each /= std::sqrt(static_cast<double>(c.k));
  }
  const auto folded = reference::fold(gamma, beta, w, to_doubles(around(c.n, 5, 0)));
  folded_weights result;
  for (const double each : folded.folded) {
    result.folded.push_back(kw::core::convert<float16_t>(static_cast<float>(each)));
  }
  result.shift = to_floats(folded.shift);
  return result;
}

/// A case of the whole layer: what goes in, and what should come out.
struct whole_layer {
  halves x;
  folded_weights by;
  reference::row_statistics statistics;
  std::vector<double> want;
  tolerance limit;

  explicit whole_layer(const product_case& c, float mean = 0.25f)
      : x(rows_of(c, mean)),
        by(weights_of(c)),
        statistics(reference::statistics(to_doubles(x), c.k, double{kEps})) {
    const auto a = to_doubles(x), b = to_doubles(by.folded);
    const std::vector<double> shift(by.shift.begin(), by.shift.end());
    want = reference::gelu(reference::scaled_product(a, b, shift, statistics.rstd));
    limit = limit_of(c, a, b, statistics);
  }

 private:
  static tolerance limit_of(const product_case& c, const std::vector<double>& a,
                            const std::vector<double>& b, const reference::row_statistics& s) {
    const auto n = static_cast<std::size_t>(c.n);
    const auto sizes =
        reference::scaled_product(magnitudes(a), magnitudes(b), std::vector<double>(n), s.rstd);
    double largest = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double ratio = s.mean[i / n] * s.rstd[i / n];
      largest = std::max(largest, sizes[i] * (2 + ratio * ratio));
    }
    return layer_limit(c.k, largest);
  }
};

}  // namespace lesson12
