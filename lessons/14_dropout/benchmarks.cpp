// Benchmark of elective 14: random numbers, next to the memory that dropout moves.
#include "dropout.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

#include "dropout_reference.hpp"
#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void dropout(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(lesson14::dropout, kb::sized(n), 0.1f, kb::any_seed, kb::sized(n))
      .plain(n,
             [](std::int64_t i, auto* x, float p, int, auto* out) {
               const float u = lesson14::reference::random_number(7, static_cast<std::size_t>(i));
               out[i] = u >= p ? x[i] / (1 - p) : 0.0f;
             })
      .run(state, {.flops = 1.0 * n, .limits = {lesson14::kScaled}});
}

const kb::suite benchmarks = {{2, "Dropout", dropout, kb::vector_sizes}};

}  // namespace
