/// \file
/// What the benchmarks of elective 13 have in common: one layer of a network, and the convolution
/// as a plain loop.
#pragma once

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "convolution.hpp"
#include "tests/limits.hpp"

namespace lesson13::bench {

namespace kb = kw::benchmarking;

/// Images and channels: 28 x 28 images, as many filters of 3 x 3 as channels, padding 1, as in the
/// middle of a network that names what is in a picture.
inline std::vector<std::vector<std::int64_t>> shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{32, 64}, {32, 128}, {32, 256}};
  }
  return {{1, 32}, {1, 64}};
}

/// One element of the result at a time. NHWC keeps the channels of a place side by side, and the
/// innermost loop is over them.
template <class T>
kb::peer plain_convolution(const geometry& g, bool nhwc, const T* x, const T* w, T* out) {
  return kb::plain_loop(std::int64_t{g.places()} * g.filters, [=](std::int64_t at) {
    const int k = static_cast<int>(nhwc ? at % g.filters : at / (g.rows * g.columns) % g.filters);
    const int place = static_cast<int>(nhwc ? at / g.filters : at % (g.rows * g.columns));
    const int image = static_cast<int>(nhwc ? place / (g.rows * g.columns)
                                            : at / (g.rows * g.columns * g.filters));
    const int p = place / g.columns % g.rows, q = place % g.columns;
    const int c_step = nhwc ? 1 : g.height * g.width, x_step = nhwc ? g.channels : 1;
    const int w_step = nhwc ? 1 : g.r * g.s, tap_step = nhwc ? g.channels : 1;
    float sum = 0;
    for (int i = 0; i < g.r; ++i) {
      for (int j = 0; j < g.s; ++j) {
        const int y = p * g.stride - g.padding + i, z = q * g.stride - g.padding + j;
        if (y >= 0 && y < g.height && z >= 0 && z < g.width) {
          const T* from = x + std::int64_t{image} * g.channels * g.height * g.width +
                          (y * g.width + z) * x_step;
          const T* weight = w + std::int64_t{k} * g.taps() + (i * g.s + j) * tap_step;
          for (int c = 0; c < g.channels; ++c) {
            sum += kw::core::convert<float>(from[c * c_step]) *
                   kw::core::convert<float>(weight[c * w_step]);
          }
        }
      }
    }
    out[at] = kw::core::convert<T>(sum);
  });
}

/// Measures `call` on one of the shapes.
template <class T, bool kNhwc, auto kCall>
void convolution(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0), c = state.range(1);
  const geometry g{
      static_cast<int>(n), static_cast<int>(c), 28, 28, static_cast<int>(c), 3, 3, 28, 28, 1, 1};
  const std::int64_t image[] = {n, kNhwc ? 28 : c, 28, kNhwc ? c : 28};
  const std::int64_t filter[] = {c, kNhwc ? 3 : c, 3, kNhwc ? c : 3};
  const kw::buffer<T, 4> x(device, image, kb::random_values<T>(n * c * 28 * 28, 1));
  const kw::buffer<T, 4> w(device, filter, kb::random_values<T>(c * c * 9, 2));
  const kw::buffer<T, 4> out(device, image);
  const double elements = 1.0 * g.places() * g.filters;
  kb::run(
      state,
      {.bytes = sizeof(T) * (2 * elements + 1.0 * g.filters * g.taps()),
       .flops = 2 * elements * g.taps(),
       .limits = {limit<T>(g.taps())}},
      [&] { kCall(x.cview(), w.cview(), 1, 1, out.view()); },
      plain_convolution<T>(g, kNhwc, x.data(), w.data(), out.data()));
}

}  // namespace lesson13::bench
