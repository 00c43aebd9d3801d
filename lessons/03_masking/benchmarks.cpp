// Benchmarks of lesson 03: what masks, ragged ends and unaligned starts cost.
#include "masking.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

// state.range(1): elements by which x, y and out are shifted off an aligned address.
void masked_add(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const kb::sized_array<1> array = {.extents = {n}, .offset = state.range(1)};
  kb::call(lesson03::masked_add, array, array, array)
      .plain(n, [](std::int64_t i, auto* x, auto* y, auto* sum) { sum[i] = x[i] + y[i]; })
      .run(state, {.flops = 1.0 * n, .limits = {kw::testing::kRoundedOnce}});
}

// Two loads of every element, one of which finds it in a cache.
void difference(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(lesson03::difference, kb::sized(n), kb::sized(n))
      .plain(n,
             [](std::int64_t i, auto* x, auto* out) { out[i] = x[i] - (i > 0 ? x[i - 1] : 0.0f); })
      .run(state, {.flops = 1.0 * n});
}

// Whole tiles, and tiles that are cut at both edges.
void masked_add_2d(benchmark::State& state) {
  const auto matrix = kb::sized(state.range(0), state.range(1));
  const std::int64_t n = state.range(0) * state.range(1);
  kb::call(lesson03::masked_add_2d, matrix, matrix, matrix)
      .plain(n, [](std::int64_t i, auto* x, auto* y, auto* sum) { sum[i] = x[i] + y[i]; })
      .run(state, {.flops = 1.0 * n});
}

// Rows are half full on average: lengths go up and down between 0 and all columns.
void pad_rows(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto length_of = [=](std::int64_t row) {
    return static_cast<double>(row * 7919 % (columns + 1));
  };
  double valid = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    valid += length_of(row);
  }
  kb::call(lesson03::pad_rows, kb::sized(rows, columns), kb::holding(length_of, rows), -1.0f,
           kb::sized(rows, columns))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* lengths, float padding, auto* out) {
               for (std::int64_t column = 0; column < columns; ++column) {
                 const std::int64_t i = row * columns + column;
                 out[i] = column < lengths[row] ? x[i] : padding;
               }
             })
      .run(state, {.bytes = 4.0 * (valid + rows + 1.0 * rows * columns)});
}

std::vector<std::vector<std::int64_t>> aligned_sizes(kw::device device) {
  auto sizes = kb::vector_sizes(device);
  for (std::vector<std::int64_t>& one : sizes) {
    one.push_back(0);
  }
  return sizes;
}

const kb::suite benchmarks = {
    {2, "MaskedAdd", masked_add, aligned_sizes},
    {2, "MaskedAdd/ragged", masked_add, {{(1 << 24) - 13, 0}}},
    {2, "MaskedAdd/unaligned", masked_add, {{1 << 24, 1}}},
    {3, "Difference", difference, {{1 << 20}, {1 << 24}}},
    {4, "MaskedAdd2d", masked_add_2d, {{4096, 4096}}},
    {4, "MaskedAdd2d/ragged", masked_add_2d, {{4093, 4091}}},
    {7, "PadRows", pad_rows, {{4096, 4096}}},
};

}  // namespace
