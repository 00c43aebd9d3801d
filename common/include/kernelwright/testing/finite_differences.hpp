/// \file
/// Slopes by finite differences, which know nothing of a gradient's formula and so can tell whether
/// it is right.
#pragma once
#include <cstddef>
#include <vector>

namespace kw::testing {

/// The slope of `loss()` in each of the `inputs` that it reads: each is moved a little to either
/// side, and put back. Cost: two calls of loss per input.
template <class Loss>
std::vector<double> slopes(std::vector<double>& inputs, const Loss& loss) {
  constexpr double step = 1e-5;
  std::vector<double> result;
  for (double& value : inputs) {
    const double before = value;
    value = before + step;
    const double above = loss();
    value = before - step;
    const double below = loss();
    value = before;
    result.push_back((above - below) / (2 * step));
  }
  return result;
}

/// The loss that has `weights` as its gradient in `values`: the sum of their products.
inline double weighted_sum(const std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i] * weights[i];
  }
  return sum;
}

}  // namespace kw::testing
