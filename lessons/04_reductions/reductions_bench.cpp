// Lesson 04's benchmarks: rows, and one long vector by two ways of adding up programs.
#include "reductions.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

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
  kb::run(
      state, {.bytes = 1.0 * sizeof(T) * n + 4.0 * rows, .flops = 1.0 * n},
      [&] { lesson04::row_sum(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        float total = 0;
        for (std::int64_t column = 0; column < columns; ++column) {
          total += kw::core::convert<float>(from[row * columns + column]);
        }
        to[row] = total;
      }));
}

void row_max(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<float> out(device, {rows});
  kb::run(
      state, {.bytes = 4.0 * rows * (columns + 1)},
      [&] { lesson04::row_max(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        float largest = from[row * columns];
        for (std::int64_t column = 1; column < columns; ++column) {
          const float value = from[row * columns + column];
          largest = value > largest ? value : largest;
        }
        to[row] = largest;
      }));
}

void row_argmax(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(rows * columns));
  const kw::buffer<int> out(device, {rows});
  kb::run(
      state, {.bytes = 4.0 * rows * (columns + 1)},
      [&] { lesson04::row_argmax(x.cview(), out.view()); },
      kb::plain_loop(rows, [from = x.data(), to = out.data(), columns](std::int64_t row) {
        std::int64_t best = 0;
        for (std::int64_t column = 1; column < columns; ++column) {
          best = from[row * columns + column] > from[row * columns + best] ? column : best;
        }
        to[row] = static_cast<int>(best);
      }));
}

// A plain loop a block, on all threads; what joins the few partial sums is not worth measuring.
kb::peer plain_sum(const kw::buffer<float>& x, std::vector<float>& block_sums) {
  constexpr std::int64_t kBlock = 8192;
  const std::int64_t n = x.size();
  block_sums.resize(static_cast<std::size_t>(kw::cdiv(n, kBlock)));
  return kb::plain_loop(
      kw::cdiv(n, kBlock), [from = x.data(), to = block_sums.data(), n](std::int64_t block) {
        float total = 0;
        for (std::int64_t i = block * kBlock; i < n && i < (block + 1) * kBlock; ++i) {
          total += from[i];
        }
        to[block] = total;
      });
}

void sum_atomic(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n));
  const kw::buffer<float> out(device, {1});
  std::vector<float> block_sums;
  kb::run(
      state, {.bytes = 4.0 * n, .flops = 1.0 * n},
      [&] { lesson04::sum_atomic(x.cview(), out.view()); }, plain_sum(x, block_sums));
}

void sum_two_pass(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n));
  const kw::buffer<float> partials(device, {lesson04::programs_for(n)});
  const kw::buffer<float> out(device, {1});
  std::vector<float> block_sums;
  kb::run(
      state, {.bytes = 4.0 * n, .flops = 1.0 * n},
      [&] { lesson04::sum_two_pass(x.cview(), partials.view(), out.view()); },
      plain_sum(x, block_sums));
}

const kb::suite lesson04_benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("SumAtomic", sum_atomic, {n});
    kb::add("SumTwoPass", sum_two_pass, {n});
  }
  for (const std::int64_t columns : {1000, 4096}) {
    kb::add("RowSum", row_sum<float>, {4096, columns});
    kb::add("RowSum/float16", row_sum<kw::float16_t>, {4096, columns});
    kb::add("RowMax", row_max, {4096, columns});
    kb::add("RowArgmax", row_argmax, {4096, columns});
  }
});

}  // namespace
