/// \file
/// What the benchmarks of this lesson's products share. A product of n x n matrices does 2 n^3
/// operations on 3 n^2 elements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/benchmarking/cublas.hpp>

#include "tests/limits.hpp"

namespace lesson07 {

/// One row of c at a time: rows of b, scaled and added, which the compiler vectorises. At the end
/// the row's sums go through `finish(sum, column)`.
template <class T, class Finish>
kw::benchmarking::peer plain_product(std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                                     const T* b, T* c, Finish finish) {
  return kw::benchmarking::plain_loop(m, [=](std::int64_t i) {
    std::vector<float> row(static_cast<std::size_t>(n));
    for (std::int64_t p = 0; p < k; ++p) {
      const float scale = kw::core::convert<float>(a[i * k + p]);
      for (std::int64_t j = 0; j < n; ++j) {
        row[static_cast<std::size_t>(j)] += scale * kw::core::convert<float>(b[p * n + j]);
      }
    }
    for (std::int64_t j = 0; j < n; ++j) {
      c[i * n + j] = kw::core::convert<T>(finish(row[static_cast<std::size_t>(j)], j));
    }
  });
}

/// Of the sizes of two values between -1 and 1.
inline constexpr double kMeanProduct = 0.25;

/// Measures a function that multiplies `[m, k]` by `[k, n]`; m, n and k are the benchmark's
/// arguments.
template <class T, void (*Call)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>)>
void product(benchmark::State& state) {
  namespace kb = kw::benchmarking;
  const kw::device device = kw::default_device();
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  const kw::buffer<T, 2> a(device, {m, k}, kb::random_values<T>(m * k, 1));
  const kw::buffer<T, 2> b(device, {k, n}, kb::random_values<T>(k * n, 2));
  const kw::buffer<T, 2> c(device, {m, n});
  const double elements = 1.0 * m * k + 1.0 * k * n + 1.0 * m * n;
  const limit<T> rounding(k, kMeanProduct * static_cast<double>(k));
  kb::run(
      state, {.bytes = sizeof(T) * elements, .flops = 2.0 * m * n * k, .limits = {rounding.get()}},
      [&] { Call(a.cview(), b.cview(), c.view()); },
      plain_product(m, n, k, a.data(), b.data(), c.data(), [](float sum, auto) { return sum; }),
      kb::cublas_matmul(m, n, k, a.data(), b.data(), c.data()));
}

/// The n of products of n x n matrices that are worth measuring.
inline std::vector<std::int64_t> square_sizes(kw::device device) {
  return device.kind == kw::device_kind::cuda
             ? std::vector<std::int64_t>{512, 1024, 2048, 4096, 8192}
             : std::vector<std::int64_t>{256, 512, 1024};
}

}  // namespace lesson07
