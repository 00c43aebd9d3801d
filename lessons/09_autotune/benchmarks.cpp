// Benchmarks of lesson 09: the config that was chosen. The space is printed as well.
#include "autotune.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/runtime/tunings.hpp>

#include "../05_softmax/tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

/// Shows what the latest search found, once for each search.
void show_space() {
  static std::size_t shown = 0;
  const std::vector<kw::tuning> spaces = kw::tunings();
  for (; shown < spaces.size(); ++shown) {
    std::fprintf(stderr, "\n%s\n", to_text(spaces[shown]).c_str());
  }
}

void softmax(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson09::softmax<float>, kb::sized(rows, columns), kb::sized(rows, columns))
      .plain(rows,
             [=](std::int64_t row, const float* x, float* out) {
               const float* in = x + row * columns;
               float* result = out + row * columns;
               const float largest = *std::max_element(in, in + columns);
               float sum = 0;
               for (std::int64_t c = 0; c < columns; ++c) {
                 result[c] = std::exp(in[c] - largest);
                 sum += result[c];
               }
               for (std::int64_t c = 0; c < columns; ++c) {
                 result[c] /= sum;
               }
             })
      .run(state, {.flops = 5.0 * rows * columns, .limits = {lesson05::limit<float>()}});
  show_space();
}

void transpose(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  kb::call(lesson09::transpose<float>, kb::sized(rows, columns), kb::sized(columns, rows), 1 << 20)
      .plain(columns,
             [=](std::int64_t c, const float* x, float* out, std::int64_t) {
               for (std::int64_t r = 0; r < rows; ++r) {
                 out[c * rows + r] = x[r * columns + c];
               }
             })
      .run(state, {.limits = {kw::testing::kExact}});
  show_space();
}

void matmul(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const auto square = kb::sized(n, n);
  kb::call(lesson09::matmul, square, square, square)
      .plain(n,
             [=](std::int64_t row, const float* a, const float* b, float* c) {
               std::fill(c + row * n, c + (row + 1) * n, 0.0f);
               for (std::int64_t k = 0; k < n; ++k) {
                 for (std::int64_t col = 0; col < n; ++col) {
                   c[row * n + col] += a[row * n + k] * b[k * n + col];
                 }
               }
             })
      .run(state, {.flops = 2.0 * n * n * n});
  show_space();
}

kb::size_list::list square_sizes(kw::device device) {
  return {{256}, {device.kind == kw::device_kind::cuda ? 4096 : 768}};
}

const kb::suite benchmarks = {
    {3, "Softmax", softmax, {{4096, 50}}},
    {3, "Softmax", softmax,
     kb::fewer_rows_on_cpu({{1048576, 50}, {262144, 200}, {65536, 1000}, {16384, 4096}})},
    {4, "Transpose", transpose, {{1024, 1024}}},
    {4, "Transpose", transpose, kb::fewer_rows_on_cpu({{16384, 8192}, {10000, 3001}})},
    {5, "Matmul", matmul, square_sizes},
};

}  // namespace
