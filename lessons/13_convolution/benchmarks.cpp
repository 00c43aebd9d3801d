// Benchmarks of elective 13: one layer of a network, in float32 and on tensor cores, in both
// layouts.
#include "convolution.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::float16_t;
using lesson13::geometry;

/// Images and channels: 28 x 28 images, as many filters of 3 x 3 as channels, padding 1, as in the
/// middle of a network that names what is in a picture.
kb::size_list::list shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{32, 64}, {32, 128}, {32, 256}};
  }
  return {{1, 32}, {1, 64}};
}

/// One element of the result. NHWC keeps the channels of a place side by side, and the innermost
/// loop is over them.
template <class T>
void plain_element(std::int64_t at, const geometry& g, bool nhwc, const T* x, const T* w, T* out) {
  const int k = static_cast<int>(nhwc ? at % g.filters : at / (g.rows * g.columns) % g.filters);
  const int place = static_cast<int>(nhwc ? at / g.filters : at % (g.rows * g.columns));
  const int image =
      static_cast<int>(nhwc ? place / (g.rows * g.columns) : at / (g.rows * g.columns * g.filters));
  const int p = place / g.columns % g.rows, q = place % g.columns;
  const int c_step = nhwc ? 1 : g.height * g.width, x_step = nhwc ? g.channels : 1;
  const int w_step = nhwc ? 1 : g.r * g.s, tap_step = nhwc ? g.channels : 1;
  float sum = 0;
  for (int i = 0; i < g.r; ++i) {
    for (int j = 0; j < g.s; ++j) {
      const int y = p * g.stride - g.padding + i, z = q * g.stride - g.padding + j;
      if (y >= 0 && y < g.height && z >= 0 && z < g.width) {
        const T* from =
            x + std::int64_t{image} * g.channels * g.height * g.width + (y * g.width + z) * x_step;
        const T* weight = w + std::int64_t{k} * g.taps() + (i * g.s + j) * tap_step;
        for (int c = 0; c < g.channels; ++c) {
          sum += kw::core::convert<float>(from[c * c_step]) *
                 kw::core::convert<float>(weight[c * w_step]);
        }
      }
    }
  }
  out[at] = kw::core::convert<T>(sum);
}

template <class T, bool kNhwc, auto kEntry>
void convolution(benchmark::State& state) {
  const std::int64_t n = state.range(0), c = state.range(1);
  const geometry g{
      static_cast<int>(n), static_cast<int>(c), 28, 28, static_cast<int>(c), 3, 3, 28, 28, 1, 1};
  const auto image = kNhwc ? kb::sized(n, 28, 28, c) : kb::sized(n, c, 28, 28);
  const auto filter = kNhwc ? kb::sized(c, 3, 3, c) : kb::sized(c, c, 3, 3);
  const double elements = 1.0 * g.places() * g.filters;
  kb::call(kEntry, image, filter, 1, 1, image)
      .plain(std::int64_t{g.places()} * g.filters,
             [g](std::int64_t at, const T* x, const T* w, int, int, T* out) {
               plain_element(at, g, kNhwc, x, w, out);
             })
      .run(state, {.flops = 2 * elements * g.taps(), .limits = {lesson13::limit<T>(g.taps())}});
}

/// As the other convolutions are called; here places move by one.
void convolve_streamed(kw::view<const float16_t, 4> x, kw::view<const float16_t, 4> w, int,
                       int padding, kw::view<float16_t, 4> out) {
  lesson13::convolve_streamed(x, w, padding, out);
}

const kb::suite benchmarks = {
    {2, "Convolve", convolution<float, false, lesson13::convolve>, shapes},
    {4, "ConvolveNhwc/float16", convolution<float16_t, true, lesson13::convolve_nhwc>, shapes},
    {5, "ConvolveNchw/float16", convolution<float16_t, false, lesson13::convolve_nchw>, shapes},
    {6, "ConvolveStreamed/float16", convolution<float16_t, true, convolve_streamed>, shapes},
};

}  // namespace
