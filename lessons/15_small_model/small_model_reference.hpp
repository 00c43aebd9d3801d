/// \file
/// The oracle of elective 15: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <kernelwright/testing/rows.hpp>

namespace lesson15::reference {

/// `[characters, columns]`: for each character, the sum of the rows of dx at its places.
inline std::vector<double> embed_backward(const std::vector<int>& tokens,
                                          const std::vector<double>& dx, std::size_t columns,
                                          std::size_t characters) {
  std::vector<double> dtable(characters * columns);
  for (std::size_t r = 0; r < tokens.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      dtable[static_cast<std::size_t>(tokens[r]) * columns + c] += dx[r * columns + c];
    }
  }
  return dtable;
}

/// `[rows, columns]`: the softmax of each row, minus 1 at the target, times a factor.
inline std::vector<double> cross_entropy_backward(const std::vector<double>& x,
                                                  const std::vector<int>& target, double scale) {
  std::size_t row = 0;
  return kw::testing::of_each_row(static_cast<std::int64_t>(target.size()), x,
                                  [&](std::vector<double> scores) {
                                    const double largest = kw::testing::largest(scores);
                                    for (double& score : scores) {
                                      score = std::exp(score - largest);
                                    }
                                    const double sum = kw::testing::sum(scores);
                                    for (double& score : scores) {
                                      score *= scale / sum;
                                    }
                                    scores[static_cast<std::size_t>(target[row++])] -= scale;
                                    return scores;
                                  });
}

inline double gelu(double u) {
  return u / 2 * (1 + std::tanh(0.7978845608028654 * (u + 0.044715 * u * u * u)));
}

/// The derivative of gelu.
inline double gelu_slope(double u) {
  constexpr double kRoot = 0.7978845608028654;
  const double t = std::tanh(kRoot * (u + 0.044715 * u * u * u));
  return (1 + t) / 2 + u / 2 * (1 - t * t) * kRoot * (1 + 3 * 0.044715 * u * u);
}

/// The values that AdamW keeps for each weight.
struct adamw_state {
  std::vector<double> weight, mean, square;
};

/// The state after a step.
inline adamw_state adamw(const std::vector<double>& gradient, adamw_state s, double rate,
                         double decay, int step) {
  constexpr double kFirst = 0.9f, kSecond = 0.99f;  // as float32 rounds them
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const double g = gradient[i];
    s.mean[i] = kFirst * s.mean[i] + (1 - kFirst) * g;
    s.square[i] = kSecond * s.square[i] + (1 - kSecond) * g * g;
    const double m = s.mean[i] / (1 - std::pow(kFirst, step));
    const double v = s.square[i] / (1 - std::pow(kSecond, step));
    s.weight[i] -= rate * (m / (std::sqrt(v) + 1e-8) + decay * s.weight[i]);
  }
  return s;
}

}  // namespace lesson15::reference
