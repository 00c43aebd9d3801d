/// \file
/// What the tests of the gradients share: inputs, and how far results may be from the oracle.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "../layernorm.hpp"
#include "../layernorm_reference.hpp"
#include "tolerances.hpp"

namespace lesson06 {

using namespace kw::testing;
using kw::bfloat16_t;
using kw::float16_t;

/// Inputs of a backward pass; made once, used by the kernel and by the oracle.
template <class T>
struct backward_inputs {
  explicit backward_inputs(const matrix_case& where)
      : c(where),
        x(make_input<T>(c.rows * c.columns, 1)),
        dy(make_input<T>(c.rows * c.columns, 2)),
        weight(make_input<T>(c.columns, 3, {0.5, 2})),
        statistics(reference::statistics(to_doubles(x), c.columns, kEps)) {}

  matrix_case c;
  std::vector<T> x, dy, weight;
  reference::row_statistics statistics;
};

inline std::vector<float> to_floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// The results of the oracle. \param programs over which the rows are spread
template <class T>
reference::gradients expected(const backward_inputs<T>& in, std::int64_t programs = 1) {
  return reference::layer_norm_backward(to_doubles(in.dy), to_doubles(in.x), to_doubles(in.weight),
                                        kEps, programs);
}

template <class T>
tolerance dx_limit(const backward_inputs<T>& in) {
  tolerance result = limit<T>();
  result.rel = std::max(result.rel, 3e-5);
  // dx is a difference of values up to rstd, which is large for a row of close values.
  for (const double rstd : in.statistics.rstd) {
    result.abs = std::max(result.abs, limit<T>().abs * rstd);
  }
  return result;
}

/// For sums over this many rows.
inline tolerance sum_limit(std::int64_t rows) {
  return {1e-5 + 1e-6 * static_cast<double>(rows), 1e-5,
          "float32 sums over the rows: each adds some 2^-24 of a value up to 4"};
}

}  // namespace lesson06
