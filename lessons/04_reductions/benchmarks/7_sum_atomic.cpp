// Benchmark of lesson 04, task 7: one long vector.
#include "reductions.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "plain_sum.hpp"

namespace {

namespace kb = kw::benchmarking;

void sum_atomic(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n));
  const kw::buffer<float> out(device, {1});
  std::vector<float> block_sums;
  kb::run(
      state, {.bytes = 4.0 * n, .flops = 1.0 * n},
      [&] { lesson04::sum_atomic(x.cview(), out.view()); }, lesson04::plain_sum(x, block_sums));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("SumAtomic", sum_atomic, {n});
  }
});

}  // namespace
