// Benchmark of lesson 01, task 3: memory traffic against a plain copy.
#include "vector_add.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void vector_add(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n, 1));
  const kw::buffer<float> y(device, {n}, kb::random_values(n, 2));
  const kw::buffer<float> out(device, {n});
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 1.0 * n, .limits = {lesson01::kSum}},
      [&] { lesson01::vector_add(x.cview(), y.cview(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = y.data(), sum = out.data()](std::int64_t i) {
        sum[i] = a[i] + b[i];
      }));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("VectorAdd", vector_add, {n});
  }
});

}  // namespace
