// Benchmark of lesson 04, task 3: rows that fit into a block, and longer ones.
#include "reductions.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void row_max(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<float> out(device, {rows});
  kb::run(
      state, {.bytes = 4.0 * rows * (columns + 1)},
      [&] { lesson04::row_max(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        float largest = from[row * columns];
        for (std::int64_t column = 1; column < columns; ++column) {
          const float value = from[row * columns + column];
          largest = value > largest ? value : largest;
        }
        to[row] = largest;
      }));
}

const kb::suite benchmarks([](kw::device) {
  for (const std::int64_t columns : {1000, 4096}) {
    kb::add("RowMax", row_max, {4096, columns});
  }
});

}  // namespace
