// Benchmark of lesson 09, task 4: the config that was chosen. The space is printed as well.
#include "autotune.hpp"

#include <cstdint>

#include "autotune_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;

void transpose(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> out(device, {columns, rows});
  kb::run(
      state, {.bytes = 8.0 * n, .limits = {{0, 0, "values are only moved"}}},
      [&] { lesson09::transpose<float>(x.cview(), out.view(), 1 << 20); },
      kb::plain_loop(columns, [=, from = x.data(), to = out.data()](std::int64_t c) {
        for (std::int64_t r = 0; r < rows; ++r) {
          to[c * rows + r] = from[r * columns + c];
        }
      }));
  lesson09::show_space();
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Transpose", transpose, {1024, 1024});
  kb::add("Transpose", transpose, {8192 / scale * 2, 8192});
  kb::add("Transpose", transpose, {5000 / scale * 2, 3001});
});

}  // namespace
