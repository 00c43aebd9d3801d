// Compiled so that sums are added in any order, and loops become instructions for many elements.
#include "kernelwright/testing/row_products.hpp"

#include <cmath>
#include <numeric>

namespace kw::testing {

double sum_of_products(const double* a, const double* b, std::size_t count) {
  return std::inner_product(a, a + count, b, 0.0);
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
