// Benchmarks of lesson 01: memory traffic against a plain copy.
#include "vector_add.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void vector_add(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(lesson01::vector_add, kb::sized(n), kb::sized(n), kb::sized(n))
      .plain(n, [](std::int64_t i, auto* x, auto* y, auto* sum) { sum[i] = x[i] + y[i]; })
      .run(state, {.flops = 1.0 * n, .limits = {kw::testing::kRoundedOnce}});
}

// One pass over memory against three.
void fused(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(lesson01::fused, kb::sized(n), kb::sized(n), kb::sized(n), kb::sized(n), kb::sized(n))
      .plain(n, [](std::int64_t i, auto* a, auto* b, auto* c, auto* d,
                   auto* result) { result[i] = (a[i] + b[i]) * c[i] + d[i]; })
      .run(state, {.flops = 3.0 * n});
}

const kb::suite benchmarks = {
    {3, "VectorAdd", vector_add, kb::vector_sizes},
    {4, "Fused", fused, kb::vector_sizes},
};

}  // namespace
