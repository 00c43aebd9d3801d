// Benchmarks of elective 16: patients whose evidence is a profile.
#include "clinic.hpp"

#include <limits>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void row_minima(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson16::row_minima, kb::sized(rows, columns), kb::sized(rows))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* out) {
               float least = std::numeric_limits<float>::infinity();
               for (std::int64_t i = row * columns; i < (row + 1) * columns; ++i) {
                 least = x[i] < least ? x[i] : least;
               }
               out[row] = least;
             })
      .run(state, {.flops = 1.0 * rows * columns, .limits = {kw::testing::kExact}});
}

void vector_sum(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(lesson16::vector_sum, kb::sized(n), kb::holding([](std::int64_t) { return 0.0; }, 1))
      .run(state, {.flops = 1.0 * n, .limits = {lesson16::kSum}});
}

const kb::suite benchmarks = {
    {5, "RowMinima", row_minima, {{4096, 4096}}},
    {6, "VectorSum", vector_sum, {{1 << 24}}},
};

}  // namespace
