// Benchmark of elective 10: each element is read once and written once.
#include "why_slow.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

void weigh_rows(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson10::weigh_rows, kb::sized(rows, columns), kb::sized(rows),
           kb::sized(rows, columns))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* w, auto* out) {
               for (std::int64_t i = row * columns; i < (row + 1) * columns; ++i) {
                 out[i] = w[row] * x[i];
               }
             })
      .run(state, {.bytes = 8.0 * rows * columns,
                   .flops = 1.0 * rows * columns,
                   .limits = {kw::testing::kRoundedOnce}});
}

const kb::suite benchmarks = {
    {2, "WeighRows", weigh_rows, {{512, 1024}, {4096, 4096}}, {{32768, 4096}}},
};

}  // namespace
