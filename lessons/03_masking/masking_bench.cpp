// Lesson 03's benchmarks: what masks, a ragged end and an unaligned start cost.
#include "masking.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

// state.range(1): elements by which x, y and out are shifted off an aligned address.
void masked_add(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer_layout layout{.element_offset = state.range(1)};
  const kw::buffer<float> x(device, {n}, kb::random_values(n, 1), layout);
  const kw::buffer<float> y(device, {n}, kb::random_values(n, 2), layout);
  const kw::buffer<float> out(device, {n}, layout);
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 1.0 * n},
      [&] { lesson03::masked_add(x.cview(), y.cview(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = y.data(), sum = out.data()](std::int64_t i) {
        sum[i] = a[i] + b[i];
      }));
}

void difference(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n));
  const kw::buffer<float> out(device, {n});
  kb::run(
      state, {.bytes = 8.0 * n, .flops = 1.0 * n},
      [&] { lesson03::difference(x.cview(), out.view()); },
      kb::plain_loop(n, [from = x.data(), to = out.data()](std::int64_t i) {
        to[i] = from[i] - (i > 0 ? from[i - 1] : 0.0f);
      }));
}

void masked_add_2d(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> y(device, {rows, columns}, kb::random_values(n, 2));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 12.0 * n, .flops = 1.0 * n},
      [&] { lesson03::masked_add_2d(x.cview(), y.cview(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = y.data(), sum = out.data()](std::int64_t i) {
        sum[i] = a[i] + b[i];
      }));
}

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

const kb::suite lesson03_benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("MaskedAdd", masked_add, {n, 0});
  }
  constexpr std::int64_t kLarge = std::int64_t{1} << 24;
  kb::add("MaskedAdd/ragged", masked_add, {kLarge - 13, 0});
  kb::add("MaskedAdd/unaligned", masked_add, {kLarge, 1});
  kb::add("Difference", difference, {1 << 20});
  kb::add("Difference", difference, {kLarge});
  kb::add("MaskedAdd2d", masked_add_2d, {4096, 4096});
  kb::add("MaskedAdd2d/ragged", masked_add_2d, {4093, 4091});
  kb::add("PadRows", pad_rows, {4096, 4096});
});

}  // namespace
