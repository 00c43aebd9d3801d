// Benchmark of lesson 04, task 2: rows that fit into a block, and longer ones.
#include "reductions.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/sum_limit.hpp"

namespace {

namespace kb = kw::benchmarking;

template <class T>
void row_sum(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const std::vector<float> values = kb::random_values(n);
  std::vector<T> converted(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    converted[i] = kw::core::convert<T>(values[i]);
  }
  const kw::buffer<T, 2> x(device, {rows, columns}, converted);
  const kw::buffer<float> out(device, {rows});
  constexpr double kMeanSize = 0.5;  // of values between -1 and 1
  const lesson04::sum_limit limit("", columns, lesson04::additions_of_row(columns),
                                  kMeanSize * static_cast<double>(columns));
  kb::run(
      state, {.bytes = 1.0 * sizeof(T) * n + 4.0 * rows, .flops = 1.0 * n, .limits = {limit.get()}},
      [&] { lesson04::row_sum(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        float total = 0;
        for (std::int64_t column = 0; column < columns; ++column) {
          total += kw::core::convert<float>(from[row * columns + column]);
        }
        to[row] = total;
      }));
}

const kb::suite benchmarks([](kw::device) {
  for (const std::int64_t columns : {1000, 4096}) {
    kb::add("RowSum", row_sum<float>, {4096, columns});
    kb::add("RowSum/float16", row_sum<kw::float16_t>, {4096, columns});
  }
});

}  // namespace
