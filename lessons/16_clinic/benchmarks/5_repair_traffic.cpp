// Benchmark of elective 16, task 5: the minima of rows, whose evidence is a profile.
#include "clinic.hpp"

#include <cstdint>
#include <limits>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void row_minima(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns, 1));
  const kw::buffer<float> out(device, {rows});
  kb::run(
      state,
      {.bytes = 4.0 * rows * (columns + 1),
       .flops = 1.0 * rows * columns,
       .limits = {lesson16::kExactly}},
      [&] { lesson16::row_minima(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        float least = std::numeric_limits<float>::infinity();
        for (std::int64_t i = row * columns; i < (row + 1) * columns; ++i) {
          least = from[i] < least ? from[i] : least;
        }
        to[row] = least;
      }));
}

const kb::suite benchmarks([](kw::device) { kb::add("RowMinima", row_minima, {4096, 4096}); });

}  // namespace
