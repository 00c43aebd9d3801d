// Benchmarks of lesson 04: rows that fit into a block and longer ones, and one long vector.
#include "reductions.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/sum_limit.hpp"

namespace {

namespace kb = kw::benchmarking;

template <class T>
void row_sum(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  void (*const entry)(kw::view<const T, 2>, kw::view<float>) = lesson04::row_sum;
  constexpr double kMeanSize = 0.5;  // of values between -1 and 1
  const lesson04::sum_limit limit("", columns, lesson04::additions_of_row(columns),
                                  kMeanSize * static_cast<double>(columns));
  kb::call(entry, kb::sized(rows, columns), kb::sized(rows))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* out) {
               float total = 0;
               for (std::int64_t column = 0; column < columns; ++column) {
                 total += kw::core::convert<float>(x[row * columns + column]);
               }
               out[row] = total;
             })
      .run(state, {.flops = 1.0 * rows * columns, .limits = {limit.get()}});
}

void row_max(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson04::row_max, kb::sized(rows, columns), kb::sized(rows))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* out) {
               float largest = x[row * columns];
               for (std::int64_t column = 1; column < columns; ++column) {
                 const float value = x[row * columns + column];
                 largest = value > largest ? value : largest;
               }
               out[row] = largest;
             })
      .run(state, {});
}

void row_argmax(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson04::row_argmax, kb::sized(rows, columns), kb::sized(rows))
      .plain(rows,
             [=](std::int64_t row, auto* x, auto* out) {
               std::int64_t best = 0;
               for (std::int64_t column = 1; column < columns; ++column) {
                 best = x[row * columns + column] > x[row * columns + best] ? column : best;
               }
               out[row] = static_cast<int>(best);
             })
      .run(state, {});
}

// A plain loop per block, on all threads; adding up the few partial sums is not worth measuring.
template <class Call>
void sum_of_vector(benchmark::State& state, Call& call) {
  constexpr std::int64_t kBlock = 8192;
  const std::int64_t n = state.range(0);
  std::vector<float> block_sums(static_cast<std::size_t>(kw::cdiv(n, kBlock)));
  call.plain(kw::cdiv(n, kBlock),
             [n, to = block_sums.data()](std::int64_t block, auto* x, auto*...) {
               float total = 0;
               for (std::int64_t i = block * kBlock; i < n && i < (block + 1) * kBlock; ++i) {
                 total += x[i];
               }
               to[block] = total;
             })
      .run(state, {.bytes = 4.0 * n, .flops = 1.0 * n});
}
void sum_atomic(benchmark::State& state) {
  kb::call call(lesson04::sum_atomic, kb::sized(state.range(0)), kb::sized(1));
  sum_of_vector(state, call);
}
void sum_two_pass(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call call(lesson04::sum_two_pass, kb::sized(n), kb::sized(lesson04::programs_for(n)),
                kb::sized(1));
  sum_of_vector(state, call);
}

const kb::suite benchmarks = {
    {2, "RowSum", row_sum<float>, {{4096, 1000}, {4096, 4096}}},
    {2, "RowSum/float16", row_sum<kw::float16_t>, {{4096, 1000}, {4096, 4096}}},
    {3, "RowMax", row_max, {{4096, 1000}, {4096, 4096}}},
    {5, "RowArgmax", row_argmax, {{4096, 1000}, {4096, 4096}}},
    {7, "SumAtomic", sum_atomic, kb::vector_sizes},
    {8, "SumTwoPass", sum_two_pass, kb::vector_sizes},
};

}  // namespace
