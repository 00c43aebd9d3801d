// Benchmarks of lesson 06. In a forward pass each element is moved twice. Backward passes have no
// plain loop beside them: dw and db, row by row, would need a workspace in each thread.
#include "layernorm.hpp"

#include <cmath>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/tolerances.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::bfloat16_t;
using kw::float16_t;

/// LayerNorm in three plain loops over a row that a cache holds.
template <class T>
void plain_layer_norm(std::int64_t columns, const T* from, const T* w, const T* b, T* to) {
  const auto at = [](const T* values, std::int64_t c) {
    return kw::core::convert<float>(values[c]);
  };
  float mean = 0;
  for (std::int64_t c = 0; c < columns; ++c) {
    mean += at(from, c);
  }
  mean /= static_cast<float>(columns);
  float variance = 0;
  for (std::int64_t c = 0; c < columns; ++c) {
    variance += (at(from, c) - mean) * (at(from, c) - mean);
  }
  const float rstd = 1.0f / std::sqrt(variance / static_cast<float>(columns) + lesson06::kEps);
  for (std::int64_t c = 0; c < columns; ++c) {
    to[c] = kw::core::convert<T>((at(from, c) - mean) * rstd * at(w, c) + at(b, c));
  }
}

template <class T, auto Entry>
void forward(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(Entry, kb::sized(rows, columns), kb::sized(columns), kb::sized(columns),
           kb::sized(rows, columns), kb::sized(rows), kb::sized(rows), lesson06::kEps)
      .plain(rows,
             [=](std::int64_t row, const T* x, const T* w, const T* b, T* y, auto...) {
               plain_layer_norm(columns, x + row * columns, w, b, y + row * columns);
             })
      .run(state, {.flops = 8.0 * rows * columns,
                   .limits = {lesson06::limit<T>(), lesson06::kStatistics, lesson06::kStatistics}});
}

/// What a backward pass costs at least: each element of dy and x is read, and each of dx written.
template <class T>
kb::work backward_work(std::int64_t rows, std::int64_t columns) {
  return {.bytes = 3.0 * sizeof(T) * rows * columns, .flops = 14.0 * rows * columns};
}
/// The sums of columns are `[programs, columns]`, or `[columns]`.
template <class T, class Sums>
void backward_as(benchmark::State& state, auto* entry, const Sums& sums) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  const auto ones = kb::holding([](std::int64_t) { return 1.0; }, rows);
  kb::call(entry, matrix, matrix, kb::sized(columns), kb::sized(rows), ones, matrix, sums, sums)
      .run(state, backward_work<T>(rows, columns));
}
template <class T>
void backward(benchmark::State& state) {
  const std::int64_t programs = lesson06::partial_rows(state.range(0), state.range(1));
  backward_as<T>(state, lesson06::layer_norm_backward<T>, kb::sized(programs, state.range(1)));
}
void backward_atomic(benchmark::State& state) {
  backward_as<float>(state, lesson06::layer_norm_backward_atomic<float>,
                     kb::holding([](std::int64_t) { return 0.0; }, state.range(1)));
}

// The workspaces that task 4 leaves.
void column_sums(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson06::column_sums, kb::sized(rows, columns), kb::sized(rows, columns),
           kb::sized(columns), kb::sized(columns))
      .run(state, {.bytes = 8.0 * rows * columns, .flops = 2.0 * rows * columns});
}

constexpr auto kFloat = forward<float, lesson06::layer_norm<float>>;
constexpr auto kFloat16 = forward<float16_t, lesson06::layer_norm<float16_t>>;
constexpr auto kBFloat16 = forward<bfloat16_t, lesson06::layer_norm<bfloat16_t>>;
constexpr auto kLong = forward<float, lesson06::layer_norm_long<float>>;

const auto kRows = kb::fewer_rows_on_cpu({{32768, 1024}, {8192, 4096}});

const kb::suite benchmarks = {
    {2, "LayerNorm", kFloat, {{1024, 1024}, {4096, 781}}},
    {2, "LayerNorm", kFloat, kRows},
    {2, "LayerNorm/float16", kFloat16, kRows},
    {2, "LayerNorm/bfloat16", kBFloat16, kb::fewer_rows_on_cpu({{32768, 1024}})},
    {3, "LayerNormLong", kLong, kb::fewer_rows_on_cpu({{4096, 12288}, {1024, 65536}})},
    {4, "LayerNormBackward", backward<float>, kRows},
    {4, "LayerNormBackward/float16", backward<float16_t>, kb::fewer_rows_on_cpu({{8192, 4096}})},
    {5,
     "ColumnSums",
     column_sums,
     {{lesson06::partial_rows(32768, 1024), 1024}, {lesson06::partial_rows(8192, 4096), 4096}}},
    {6, "LayerNormAtomic", backward_atomic, kb::fewer_rows_on_cpu({{8192, 4096}})},
};

}  // namespace
