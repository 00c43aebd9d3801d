// Benchmark of lesson 04, task 5: rows that fit into a block, and longer ones.
#include "reductions.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void row_argmax(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<int> out(device, {rows});
  kb::run(
      state, {.bytes = 4.0 * rows * (columns + 1)},
      [&] { lesson04::row_argmax(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        std::int64_t best = 0;
        for (std::int64_t column = 1; column < columns; ++column) {
          best = from[row * columns + column] > from[row * columns + best] ? column : best;
        }
        to[row] = static_cast<int>(best);
      }));
}

const kb::suite benchmarks([](kw::device) {
  for (const std::int64_t columns : {1000, 4096}) {
    kb::add("RowArgmax", row_argmax, {4096, columns});
  }
});

}  // namespace
