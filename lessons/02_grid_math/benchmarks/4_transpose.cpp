// Benchmark of lesson 02, task 4: each element is moved once, from a row into a column.
#include "grid_math.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void transpose(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<float, 2> out(device, {columns, rows});
  kb::run(
      state, {.bytes = 8.0 * rows * columns, .limits = {{0, 0, "nothing is rounded"}}},
      [&] { lesson02::transpose(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), rows, columns](std::int64_t row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          to[column * rows + row] = from[row * columns + column];
        }
      }));
}

const kb::suite benchmarks([](kw::device device) {
  kb::add("Transpose", transpose, {512, 256});
  kb::add("Transpose", transpose, {4096, 4096});
  if (device.kind == kw::device_kind::cuda) {
    kb::add("Transpose", transpose, {16384, 16384});
  }
});

}  // namespace
