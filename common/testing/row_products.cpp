#include "kernelwright/testing/row_products.hpp"

#include <cmath>

namespace kw::testing {

double sum_of_products(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t kSums = 16;
  double sums[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (std::size_t s = 0; s < kSums; ++s) {
      sums[s] += a[i + s] * b[i + s];
    }
  }
  for (; i < count; ++i) {
    sums[0] += a[i] * b[i];
  }
  for (std::size_t half = kSums / 2; half > 0; half /= 2) {
    for (std::size_t s = 0; s < half; ++s) {
      sums[s] += sums[half + s];
    }
  }
  return sums[0];
}

void add_multiple(double* __restrict sums, double factor, const double* __restrict values,
                  std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    sums[i] += factor * values[i];
  }
}

void add_magnitudes(double* __restrict sums, double factor, const double* __restrict values,
                    std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    sums[i] += std::fabs(factor * values[i]);
  }
}

}  // namespace kw::testing
