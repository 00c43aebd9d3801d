/// \file
/// The oracle of elective 15: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace lesson15::reference {

/// `[rows, columns]`: table[tokens[r], c] + places[r % n, c].
inline std::vector<double> embed(const std::vector<int>& tokens, const std::vector<double>& table,
                                 const std::vector<double>& places, std::size_t columns) {
  const std::size_t n = places.size() / columns;
  std::vector<double> x(tokens.size() * columns);
  for (std::size_t r = 0; r < tokens.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const auto token = static_cast<std::size_t>(tokens[r]);
      x[r * columns + c] = table[token * columns + c] + places[r % n * columns + c];
    }
  }
  return x;
}

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

/// How a matrix becomes heads.
struct heads_shape {
  std::size_t batch, heads, n, d;
};

/// `[batch, heads, n, d]` from a matrix `[batch * n, heads * d]`, times a factor.
inline std::vector<double> split_heads(const heads_shape& s, const std::vector<double>& x,
                                       double scale) {
  std::vector<double> out;
  for (std::size_t b = 0; b < s.batch; ++b) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      for (std::size_t i = 0; i < s.n; ++i) {
        for (std::size_t d = 0; d < s.d; ++d) {
          out.push_back(x[(b * s.n + i) * s.heads * s.d + h * s.d + d] * scale);
        }
      }
    }
  }
  return out;
}

/// `[batch * n, heads * d]` from heads `[batch, heads, n, d]`, times a factor.
inline std::vector<double> merge_heads(const heads_shape& s, const std::vector<double>& x,
                                       double scale) {
  std::vector<double> out(x.size());
  std::size_t next = 0;
  for (std::size_t b = 0; b < s.batch; ++b) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      for (std::size_t i = 0; i < s.n; ++i) {
        for (std::size_t d = 0; d < s.d; ++d) {
          out[(b * s.n + i) * s.heads * s.d + h * s.d + d] = x[next++] * scale;
        }
      }
    }
  }
  return out;
}

/// `[rows, columns]`: the softmax of each row, minus 1 at the target, times a factor.
inline std::vector<double> cross_entropy_backward(const std::vector<double>& x,
                                                  const std::vector<int>& target, double scale) {
  const std::size_t columns = target.empty() ? 1 : x.size() / target.size();
  std::vector<double> dx(x.size());
  for (std::size_t r = 0; r < target.size(); ++r) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(r * columns);
    const double largest = *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(columns));
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      sum += std::exp(x[r * columns + c] - largest);
    }
    for (std::size_t c = 0; c < columns; ++c) {
      const double right = c == static_cast<std::size_t>(target[r]) ? 1 : 0;
      dx[r * columns + c] = (std::exp(x[r * columns + c] - largest) / sum - right) * scale;
    }
  }
  return dx;
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

/// `[rows, columns]`: gelu(z + bias).
inline std::vector<double> bias_gelu(const std::vector<double>& z,
                                     const std::vector<double>& bias) {
  std::vector<double> y(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    y[i] = gelu(z[i] + bias[i % bias.size()]);
  }
  return y;
}

/// `[rows, columns]`: dy * gelu'(z + bias).
inline std::vector<double> bias_gelu_backward(const std::vector<double>& z,
                                              const std::vector<double>& bias,
                                              const std::vector<double>& dy) {
  std::vector<double> dz(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    dz[i] = dy[i] * gelu_slope(z[i] + bias[i % bias.size()]);
  }
  return dz;
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
