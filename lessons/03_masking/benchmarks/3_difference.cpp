// Benchmark of lesson 03, task 3: two loads of every element, one of which finds it in a cache.
#include "masking.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void difference(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n));
  const kw::buffer<float> out(device, {n});
  kb::run(
      state, {.bytes = 8.0 * n, .flops = 1.0 * n},
      [&] { lesson03::difference(x.cview(), out.view()); },
      kb::plain_loop(n, [from = x.data(), to = out.data()](std::int64_t i) {
        to[i] = from[i] - (i > 0 ? from[i - 1] : 0.0f);
      }));
}

const kb::suite benchmarks([](kw::device) {
  kb::add("Difference", difference, {1 << 20});
  kb::add("Difference", difference, {1 << 24});
});

}  // namespace
