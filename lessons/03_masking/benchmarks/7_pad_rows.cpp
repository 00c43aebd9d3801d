// Benchmark of lesson 03, task 7: rows of different lengths.
#include "masking.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

// Rows are half full on average: lengths go up and down between 0 and all columns.
void pad_rows(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  std::vector<int> lengths(static_cast<std::size_t>(rows));
  double valid = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto length = static_cast<int>(row * 7919 % (columns + 1));
    lengths[static_cast<std::size_t>(row)] = length;
    valid += length;
  }
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<int> row_lengths(device, {rows}, lengths);
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 4.0 * (valid + rows + 1.0 * rows * columns)},
      [&] { lesson03::pad_rows(x.cview(), row_lengths.cview(), -1.0f, out.view()); },
      kb::plain_loop(rows, [from = x.data(), length = row_lengths.data(), to = out.data(),
                            columns](std::int64_t row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          const std::int64_t i = row * columns + column;
          to[i] = column < length[row] ? from[i] : -1.0f;
        }
      }));
}

const kb::suite benchmarks([](kw::device) { kb::add("PadRows", pad_rows, {4096, 4096}); });

}  // namespace
