/// \file
/// The inner loops of oracles, compiled once for vectors: tests are compiled fast, which makes such
/// a loop five times as long as it has to be.
#pragma once
#include <cstddef>

namespace kw::testing {

/// a[0] b[0] + ... + a[count - 1] b[count - 1], in several sums side by side.
double sum_of_products(const double* a, const double* b, std::size_t count);

/// sums[i] += factor values[i] for each i below count. The two do not overlap.
void add_multiple(double* sums, double factor, const double* values, std::size_t count);
/// The same with the size of each product: sums[i] += |factor values[i]|.
void add_magnitudes(double* sums, double factor, const double* values, std::size_t count);

}  // namespace kw::testing
