/// \file
/// What the benchmarks of lesson 05 share: a softmax moves each element twice, whatever the length
/// of its row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace lesson05 {

namespace kb = kw::benchmarking;

/// A softmax in plain loops over a row, which stays in a cache.
template <class T>
kb::peer plain_softmax(std::int64_t rows, std::int64_t columns, const T* x, T* out) {
  return kb::plain_loop(rows, [=](std::int64_t row) {
    const T* from = x + row * columns;
    T* to = out + row * columns;
    float largest = kw::core::convert<float>(from[0]);
    for (std::int64_t c = 1; c < columns; ++c) {
      largest = std::max(largest, kw::core::convert<float>(from[c]));
    }
    float sum = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      const float e = std::exp(kw::core::convert<float>(from[c]) - largest);
      to[c] = kw::core::convert<T>(e);
      sum += e;
    }
    for (std::int64_t c = 0; c < columns; ++c) {
      to[c] = kw::core::convert<T>(kw::core::convert<float>(to[c]) / sum);
    }
  });
}

/// Measures a softmax of `[state.range(0), state.range(1)]` elements.
template <class T, void (*Call)(kw::view<const T, 2>, kw::view<T, 2>)>
void measure_softmax(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<T, 2> x(device, {rows, columns}, kb::random_values<T>(n, 1));
  const kw::buffer<T, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 2.0 * sizeof(T) * n, .flops = 5.0 * n, .limits = {limit<T>()}},
      [&] { Call(x.cview(), out.view()); }, plain_softmax(rows, columns, x.data(), out.data()));
}

}  // namespace lesson05
