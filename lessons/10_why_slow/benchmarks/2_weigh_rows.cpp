// Benchmark of elective 10, task 2: each element is read once and written once.
#include "why_slow.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void weigh_rows(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns, 1));
  const kw::buffer<float> w(device, {rows}, kb::random_values(rows, 2));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state,
      {.bytes = 8.0 * rows * columns,
       .flops = 1.0 * rows * columns,
       .limits = {lesson10::kProduct}},
      [&] { lesson10::weigh_rows(x.cview(), w.cview(), out.view()); },
      kb::plain_loop(rows,
                     [from = x.data(), by = w.data(), to = out.data(), columns](std::int64_t row) {
                       for (std::int64_t i = row * columns; i < (row + 1) * columns; ++i) {
                         to[i] = by[row] * from[i];
                       }
                     }));
}

const kb::suite benchmarks([](kw::device device) {
  kb::add("WeighRows", weigh_rows, {512, 1024});
  kb::add("WeighRows", weigh_rows, {4096, 4096});
  if (device.kind == kw::device_kind::cuda) {
    kb::add("WeighRows", weigh_rows, {32768, 4096});
  }
});

}  // namespace
