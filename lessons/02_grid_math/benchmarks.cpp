// Benchmarks of lesson 02: each element is moved once, along the rows or from a row into a column.
#include "grid_math.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void scale(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson02::scale, kb::sized(rows, columns), 1.5f, kb::sized(rows, columns))
      .plain(rows * columns,
             [](std::int64_t i, auto* x, float factor, auto* out) { out[i] = x[i] * factor; })
      .run(state, {.flops = 1.0 * rows * columns});
}

void transpose(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson02::transpose, kb::sized(rows, columns), kb::sized(columns, rows))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* out) {
               for (std::int64_t column = 0; column < columns; ++column) {
                 out[column * rows + row] = x[row * columns + column];
               }
             })
      .run(state, {.limits = {kw::testing::kExact}});
}

const kb::suite benchmarks = {
    {3, "Scale", scale, {{512, 256}, {4096, 4096}}, {{16384, 16384}}},
    {4, "Transpose", transpose, {{512, 256}, {4096, 4096}}, {{16384, 16384}}},
};

}  // namespace
