/// \file
/// What the benchmarks of elective 12 have in common: shapes, arrays, the layer as a plain loop,
/// and the layer as three kernels.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "fused_layer.hpp"

namespace lesson12::bench {

namespace kb = kw::benchmarking;

/// m, n and k: rows, columns of the result, and how many products each element sums. With a small k
/// there is little arithmetic, and passes over memory count for more.
inline std::vector<std::vector<std::int64_t>> shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{8192, 4096, 256}, {8192, 4096, 1024}, {8192, 4096, 4096}};
  }
  return {{2048, 512, 64}, {512, 1024, 256}};
}

/// The arrays of one layer, and what it costs at least: x, w and out once.
class layer {
 public:
  explicit layer(benchmark::State& state)
      : m(state.range(0)),
        n(state.range(1)),
        k(state.range(2)),
        x(kw::default_device(), {m, k}, kb::random_values<float16_t>(m * k, 1)),
        w(kw::default_device(), {k, n}, kb::random_values<float16_t>(k * n, 2)),
        bias(kw::default_device(), {n}, kb::random_values<float16_t>(n, 3)),
        shift(kw::default_device(), {n}, kb::random_values(n, 5)),
        out(kw::default_device(), {m, n}) {}

  kb::work amount() const {
    return {.bytes = 2.0 * (1.0 * m * k + 1.0 * k * n + 1.0 * m * n), .flops = 2.0 * m * n * k};
  }

  kb::work amount_within(const kw::testing::tolerance& limit) const {
    kb::work result = amount();
    result.limits = {limit};
    return result;
  }
  /// For values between -1 and 1: the mean size of a product is 1/4, rstd is sqrt(3), and the means
  /// of rows are near 0.
  double largest_sum() const { return 2 * std::sqrt(3.0) * 0.25 * static_cast<double>(k); }

  /// One row at a time: its statistics, a sum of scaled rows of w, and GELU.
  kb::peer plain(bool normalise) const {
    return kb::plain_loop(m, [=, n = n, k = k, x = x.data(), w = w.data(), t = shift.data(),
                              out = out.data()](std::int64_t i) {
      std::vector<float> row(static_cast<std::size_t>(n));
      float total = 0, squares = 0;
      for (std::int64_t p = 0; p < k; ++p) {
        const float v = kw::core::convert<float>(x[i * k + p]);
        total += v;
        squares += v * v;
        for (std::int64_t j = 0; j < n; ++j) {
          row[static_cast<std::size_t>(j)] += v * kw::core::convert<float>(w[p * n + j]);
        }
      }
      const float terms = static_cast<float>(k), mean = total / terms;
      const float rstd = normalise ? 1.0f / std::sqrt(squares / terms - mean * mean + 1e-5f) : 1.0f;
      for (std::int64_t j = 0; j < n; ++j) {
        const float z = row[static_cast<std::size_t>(j)] * rstd + t[j];
        const float u = 0.79788456f * (z + 0.044715f * z * z * z);
        out[i * n + j] = kw::core::convert<float16_t>(0.5f * z * (1.0f + std::tanh(u)));
      }
    });
  }

  const std::int64_t m, n, k;
  const kw::buffer<float16_t, 2> x, w;
  const kw::buffer<float16_t> bias;
  const kw::buffer<float> shift;
  const kw::buffer<float16_t, 2> out;
};

}  // namespace lesson12::bench
