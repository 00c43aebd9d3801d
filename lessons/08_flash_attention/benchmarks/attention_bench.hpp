/// \file
/// What the benchmarks of lesson 08 have in common: shapes, arrays, and attention as a plain loop.
/// Attention of n rows of d does 4 n^2 d operations per head, causal half of that.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "flash_attention.hpp"
#include "tests/limits.hpp"

namespace lesson08::bench {

namespace kb = kw::benchmarking;
using kw::float16_t;

/// Length, head size and heads: 16,384 rows in all, and 2,048 columns of q in all, as in real
/// models.
inline std::vector<std::vector<std::int64_t>> shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{512, 64, 1024}, {1024, 128, 256}, {4096, 64, 128}, {4096, 128, 64}, {16384, 128, 16}};
  }
  return {{512, 64, 4}, {1024, 128, 2}};
}

/// One row of q at a time: its scores, their softmax, and the mean of v with these weights.
inline kb::peer plain_attention(std::int64_t heads, std::int64_t n, std::int64_t d, bool causal,
                                const float16_t* q, const float16_t* k, const float16_t* v,
                                float16_t* o) {
  return kb::plain_loop(heads * n, [=](std::int64_t row) {
    const std::int64_t first = row / n * n, columns = causal ? row % n + 1 : n;
    std::vector<float> scores(static_cast<std::size_t>(columns));
    std::vector<float> sums(static_cast<std::size_t>(d));
    float largest = -INFINITY, sum = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
      float score = 0;
      for (std::int64_t c = 0; c < d; ++c) {
        score += kw::core::convert<float>(q[row * d + c]) *
                 kw::core::convert<float>(k[(first + j) * d + c]);
      }
      scores[static_cast<std::size_t>(j)] = score / std::sqrt(static_cast<float>(d));
      largest = std::max(largest, scores[static_cast<std::size_t>(j)]);
    }
    for (std::int64_t j = 0; j < columns; ++j) {
      const float p = std::exp(scores[static_cast<std::size_t>(j)] - largest);
      sum += p;
      for (std::int64_t c = 0; c < d; ++c) {
        sums[static_cast<std::size_t>(c)] += p * kw::core::convert<float>(v[(first + j) * d + c]);
      }
    }
    for (std::int64_t c = 0; c < d; ++c) {
      o[row * d + c] = kw::core::convert<float16_t>(sums[static_cast<std::size_t>(c)] / sum);
    }
  });
}

/// Of q and k between -1 and 1: d products have a standard deviation of sqrt(d) / 3, and the score
/// is divided by sqrt(d).
inline constexpr double kLargestScore = 2;

/// The arrays of a forward pass of one of the shapes, and what it costs.
struct forward {
  std::int64_t n, d, heads, elements;
  kw::buffer<float16_t, 4> q, k, v, o;
  kw::buffer<float, 3> lse;

  explicit forward(const benchmark::State& state, kw::device device = kw::default_device())
      : n(state.range(0)),
        d(state.range(1)),
        heads(state.range(2)),
        elements(heads * n * d),
        q(device, {1, heads, n, d}, kb::random_values<float16_t>(elements, 1)),
        k(device, {1, heads, n, d}, kb::random_values<float16_t>(elements, 2)),
        v(device, {1, heads, n, d}, kb::random_values<float16_t>(elements, 3)),
        o(device, {1, heads, n, d}),
        lse(device, {1, heads, n}) {}

  /// Measures `call()`, which computes o.
  template <class Call>
  void run(benchmark::State& state, bool causal, const Call& call) const {
    const double operations = (causal ? 2.0 : 4.0) * static_cast<double>(elements * n);
    kb::run(state,
            {.bytes = 4.0 * sizeof(float16_t) * static_cast<double>(elements),
             .flops = operations,
             .limits = {limit<float16_t>(1, kLargestScore)}},
            call, plain_attention(heads, n, d, causal, q.data(), k.data(), v.data(), o.data()));
  }
};

/// The arrays of a backward pass. The weights e^(score - lse) must be of a usual size, so lse is
/// the one for scores of 0; any numbers will do for o.
struct backward : forward {
  kw::buffer<float16_t, 4> dout, dq, dk, dv;
  kw::buffer<float, 4> sums;

  explicit backward(const benchmark::State& state, kw::device device = kw::default_device())
      : forward(state, device),
        dout(device, {1, heads, n, d}, kb::random_values<float16_t>(elements, 4)),
        dq(device, {1, heads, n, d}),
        dk(device, {1, heads, n, d}),
        dv(device, {1, heads, n, d}),
        sums(device, {1, heads, 2, n}) {
    o.upload(kb::random_values<float16_t>(elements, 5));
    lse.fill(std::log(static_cast<float>(n)));
  }

  /// Measures `call()`, which computes gradients.
  /// \param arrays  of the size of q, which it reads and writes
  /// \param products  of n x d by d x n, or n x n by n x d, which it takes for each head
  template <class Call>
  void run(benchmark::State& state, bool causal, double arrays, double products,
           const Call& call) const {
    kb::run(state,
            {.bytes = arrays * sizeof(float16_t) * static_cast<double>(elements) +
                      4.0 * static_cast<double>(heads * n),
             .flops = (causal ? 1.0 : 2.0) * products * static_cast<double>(elements) *
                      static_cast<double>(n)},
            call);
  }
};

}  // namespace lesson08::bench
