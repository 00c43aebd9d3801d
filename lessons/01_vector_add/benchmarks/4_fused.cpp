// Benchmark of lesson 01, task 4: one pass over memory against three.
#include "vector_add.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void fused(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> a(device, {n}, kb::random_values(n, 1));
  const kw::buffer<float> b(device, {n}, kb::random_values(n, 2));
  const kw::buffer<float> c(device, {n}, kb::random_values(n, 3));
  const kw::buffer<float> d(device, {n}, kb::random_values(n, 4));
  const kw::buffer<float> out(device, {n});
  kb::run(
      state, {.bytes = 20.0 * n, .flops = 3.0 * n},
      [&] { lesson01::fused(a.cview(), b.cview(), c.cview(), d.cview(), out.view()); },
      kb::plain_loop(
          n, [p = a.data(), q = b.data(), r = c.data(), s = d.data(),
              result = out.data()](std::int64_t i) { result[i] = (p[i] + q[i]) * r[i] + s[i]; }));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("Fused", fused, {n});
  }
});

}  // namespace
