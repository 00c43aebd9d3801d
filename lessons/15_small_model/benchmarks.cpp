// Benchmark of elective 15: the slope of GELU, beside a plain loop and a copy.
#include "small_model.hpp"

#include <cmath>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void gelu_backward(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const auto matrix = kb::sized(rows, columns);
  kb::call(lesson15::bias_gelu_backward, matrix, kb::sized(columns), matrix, matrix)
      .plain(n,
             [=](std::int64_t i, auto* z, auto* bias, auto* dy, auto* dz) {
               const float u = z[i] + bias[i % columns];
               const float s = 1 / (1 + std::exp(-u * (1.59576912f + 0.07135481f * u * u)));
               dz[i] = dy[i] * (s + u * s * (1 - s) * (1.59576912f + 0.21406444f * u * u));
             })
      .run(state, {.flops = 20.0 * n, .limits = {lesson15::kGeluSlope}});
}

const kb::suite benchmarks = {
    {5, "BiasGeluBackward", gelu_backward, {{1024, 512}}, {{16384, 2048}}},
};

}  // namespace
