// Benchmark of lesson 03, task 4: whole tiles, and tiles that are cut at both edges.
#include "masking.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void masked_add_2d(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> y(device, {rows, columns}, kb::random_values(n, 2));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 1.0 * n},
      [&] { lesson03::masked_add_2d(x.cview(), y.cview(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = y.data(), sum = out.data()](std::int64_t i) {
        sum[i] = a[i] + b[i];
      }));
}

const kb::suite benchmarks([](kw::device) {
  kb::add("MaskedAdd2d", masked_add_2d, {4096, 4096});
  kb::add("MaskedAdd2d/ragged", masked_add_2d, {4093, 4091});
});

}  // namespace
