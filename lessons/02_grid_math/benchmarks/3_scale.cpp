// Benchmark of lesson 02, task 3: each element is moved once, along the rows.
#include "grid_math.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void scale(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 8.0 * rows * columns, .flops = 1.0 * rows * columns},
      [&] { lesson02::scale(x.cview(), 1.5f, out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        for (std::int64_t i = row * columns; i < (row + 1) * columns; ++i) {
          to[i] = from[i] * 1.5f;
        }
      }));
}

const kb::suite benchmarks([](kw::device device) {
  kb::add("Scale", scale, {512, 256});
  kb::add("Scale", scale, {4096, 4096});
  if (device.kind == kw::device_kind::cuda) {
    kb::add("Scale", scale, {16384, 16384});
  }
});

}  // namespace
