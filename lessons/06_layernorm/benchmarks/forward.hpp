/// \file
/// The benchmark of both forward passes: each element is moved twice.
#pragma once

#include <cmath>
#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/tolerances.hpp"

namespace lesson06::benchmarks {

inline constexpr float kEps = 1e-5f;

/// LayerNorm in three plain loops over a row that a cache holds.
template <class T>
kw::benchmarking::peer plain_layer_norm(std::int64_t rows, std::int64_t columns, const T* x,
                                        const T* w, const T* b, T* y) {
  return kw::benchmarking::plain_loop(rows, [=](std::int64_t row) {
    const auto at = [](const T* values, std::int64_t c) {
      return kw::core::convert<float>(values[c]);
    };
    const T* from = x + row * columns;
    T* to = y + row * columns;
    float mean = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      mean += at(from, c);
    }
    mean /= static_cast<float>(columns);
    float variance = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      variance += (at(from, c) - mean) * (at(from, c) - mean);
    }
    const float rstd = 1.0f / std::sqrt(variance / static_cast<float>(columns) + kEps);
    for (std::int64_t c = 0; c < columns; ++c) {
      to[c] = kw::core::convert<T>((at(from, c) - mean) * rstd * at(w, c) + at(b, c));
    }
  });
}

/// Measures `call`, which is layer_norm or layer_norm_long, on a matrix of the state's extents.
template <class T, class Call>
void forward(benchmark::State& state, const Call& call) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<T, 2> x(device, {rows, columns}, kw::benchmarking::random_values<T>(n, 1));
  const kw::buffer<T> weight(device, {columns}, kw::benchmarking::random_values<T>(columns, 2));
  const kw::buffer<T> bias(device, {columns}, kw::benchmarking::random_values<T>(columns, 3));
  const kw::buffer<T, 2> y(device, {rows, columns});
  const kw::buffer<float> mean(device, {rows}), rstd(device, {rows});
  kw::benchmarking::run(
      state,
      {.bytes = 2.0 * sizeof(T) * n + 2.0 * sizeof(T) * columns + 8.0 * rows,
       .flops = 8.0 * n,
       .limits = {limit<T>(), kStatistics, kStatistics}},
      [&] {
        call(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(), rstd.view(), kEps);
      },
      plain_layer_norm(rows, columns, x.data(), weight.data(), bias.data(), y.data()));
}

}  // namespace lesson06::benchmarks
