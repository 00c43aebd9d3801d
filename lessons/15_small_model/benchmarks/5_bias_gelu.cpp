// Benchmark of elective 15, task 5: the slope of GELU, beside a plain loop and a copy.
#include "small_model.hpp"

#include <cmath>
#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void gelu_backward(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const kw::buffer<float, 2> z(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> dy(device, {rows, columns}, kb::random_values(n, 2));
  const kw::buffer<float> bias(device, {columns}, kb::random_values(columns, 3));
  const kw::buffer<float, 2> dz(device, {rows, columns});
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 20.0 * n, .limits = {lesson15::kGeluSlope}},
      [&] { lesson15::bias_gelu_backward(z.cview(), bias.cview(), dy.cview(), dz.view()); },
      kb::plain_loop(
          n, [=, a = z.data(), b = bias.data(), d = dy.data(), out = dz.data()](std::int64_t i) {
            const float u = a[i] + b[i % columns];
            const float s = 1 / (1 + std::exp(-u * (1.59576912f + 0.07135481f * u * u)));
            out[i] = d[i] * (s + u * s * (1 - s) * (1.59576912f + 0.21406444f * u * u));
          }));
}

const kb::suite benchmarks([](kw::device device) {
  kb::add("BiasGeluBackward", gelu_backward, {1024, 512});
  if (device.kind == kw::device_kind::cuda) {
    kb::add("BiasGeluBackward", gelu_backward, {16384, 2048});
  }
});

}  // namespace
