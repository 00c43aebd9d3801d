// Benchmark of lesson 03, task 2: what masks, a ragged end and an unaligned start cost.
#include "masking.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

// state.range(1): elements by which x, y and out are shifted off an aligned address.
void masked_add(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer_layout layout{.element_offset = state.range(1)};
  const kw::buffer<float> x(device, {n}, kb::random_values(n, 1), layout);
  const kw::buffer<float> y(device, {n}, kb::random_values(n, 2), layout);
  const kw::buffer<float> out(device, {n}, layout);
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 1.0 * n, .limits = {lesson03::kSum}},
      [&] { lesson03::masked_add(x.cview(), y.cview(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = y.data(), sum = out.data()](std::int64_t i) {
        sum[i] = a[i] + b[i];
      }));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("MaskedAdd", masked_add, {n, 0});
  }
  constexpr std::int64_t kLarge = std::int64_t{1} << 24;
  kb::add("MaskedAdd/ragged", masked_add, {kLarge - 13, 0});
  kb::add("MaskedAdd/unaligned", masked_add, {kLarge, 1});
});

}  // namespace
