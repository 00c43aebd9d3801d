// Lesson 02's benchmarks: two kernels that move each element once, along rows and across them.
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

void transpose(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<float, 2> out(device, {columns, rows});
  kb::run(
      state, {.bytes = 8.0 * rows * columns}, [&] { lesson02::transpose(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), rows, columns](std::int64_t row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          to[column * rows + row] = from[row * columns + column];
        }
      }));
}

const kb::suite lesson02_benchmarks([](kw::device device) {
  kb::add("Scale", scale, {512, 256});
  kb::add("Scale", scale, {4096, 4096});
  kb::add("Transpose", transpose, {512, 256});
  kb::add("Transpose", transpose, {4096, 4096});
  if (device.kind == kw::device_kind::cuda) {
    kb::add("Scale", scale, {16384, 16384});
    kb::add("Transpose", transpose, {16384, 16384});
  }
});

}  // namespace
