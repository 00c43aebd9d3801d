/// \file
/// The inner loops of oracles, compiled once for vectors: tests are compiled fast, which makes such
/// a loop five times as long as it has to be.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kw::testing {

/// a[0] b[0] + ... + a[count - 1] b[count - 1], in several sums side by side.
double sum_of_products(const double* a, const double* b, std::size_t count);

/// sums[i] += factor values[i] for each i below count. The two do not overlap.
void add_multiple(double* sums, double factor, const double* values, std::size_t count);
/// The same with the size of each product: sums[i] += |factor values[i]|.
void add_magnitudes(double* sums, double factor, const double* values, std::size_t count);

/// `[m, n]`: a `[m, k]` times b `[k, n]`, all of them dense.
inline std::vector<double> product_of(const std::vector<double>& a, const std::vector<double>& b,
                                      std::int64_t m, std::int64_t n, std::int64_t k) {
  std::vector<double> c(static_cast<std::size_t>(m * n));
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t p = 0; p < k; ++p) {
      add_multiple(c.data() + i * n, a[static_cast<std::size_t>(i * k + p)], b.data() + p * n,
                   static_cast<std::size_t>(n));
    }
  }
  return c;
}

}  // namespace kw::testing
