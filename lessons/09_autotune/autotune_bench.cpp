// Lesson 09's benchmarks: each kernel by the config that was chosen for it. The spaces are printed
// as well.
#include "autotune.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/runtime/tunings.hpp>

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
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 8.0 * n, .flops = 5.0 * n},
      [&] { lesson09::softmax<float>(x.cview(), out.view()); },
      kb::plain_loop(rows, [=, from = x.data(), to = out.data()](std::int64_t row) {
        const float* in = from + row * columns;
        float* result = to + row * columns;
        const float largest = *std::max_element(in, in + columns);
        float sum = 0;
        for (std::int64_t c = 0; c < columns; ++c) {
          result[c] = std::exp(in[c] - largest);
          sum += result[c];
        }
        for (std::int64_t c = 0; c < columns; ++c) {
          result[c] /= sum;
        }
      }));
  show_space();
}

void transpose(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> out(device, {columns, rows});
  kb::run(
      state, {.bytes = 8.0 * n},
      [&] { lesson09::transpose<float>(x.cview(), out.view(), 1 << 20); },
      kb::plain_loop(columns, [=, from = x.data(), to = out.data()](std::int64_t c) {
        for (std::int64_t r = 0; r < rows; ++r) {
          to[c * rows + r] = from[r * columns + c];
        }
      }));
  show_space();
}

void matmul(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float, 2> a(device, {n, n}, kb::random_values(n * n, 1));
  const kw::buffer<float, 2> b(device, {n, n}, kb::random_values(n * n, 2));
  const kw::buffer<float, 2> c(device, {n, n});
  const double size = static_cast<double>(n);
  kb::run(
      state, {.bytes = 12.0 * size * size, .flops = 2.0 * size * size * size},
      [&] { lesson09::matmul(a.cview(), b.cview(), c.view()); },
      kb::plain_loop(n, [=, x = a.data(), y = b.data(), out = c.data()](std::int64_t row) {
        std::fill(out + row * n, out + (row + 1) * n, 0.0f);
        for (std::int64_t k = 0; k < n; ++k) {
          for (std::int64_t col = 0; col < n; ++col) {
            out[row * n + col] += x[row * n + k] * y[k * n + col];
          }
        }
      }));
  show_space();
}

const kb::suite lesson09_benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Softmax", softmax, {4096, 50});
  kb::add("Softmax", softmax, {1048576 / scale, 50});
  kb::add("Softmax", softmax, {262144 / scale, 200});
  kb::add("Softmax", softmax, {65536 / scale, 1000});
  kb::add("Softmax", softmax, {16384 / scale, 4096});
  kb::add("Transpose", transpose, {1024, 1024});
  kb::add("Transpose", transpose, {8192 / scale * 2, 8192});
  kb::add("Matmul", matmul, {256});
  kb::add("Matmul", matmul, {scale == 1 ? 4096 : 768});
  kb::add("Transpose", transpose, {5000 / scale * 2, 3001});
});

}  // namespace
