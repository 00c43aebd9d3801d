// Benchmark of lesson 09, task 5: the config that was chosen. The space is printed as well.
#include "autotune.hpp"

#include <algorithm>
#include <cstdint>

#include "autotune_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;

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
  lesson09::show_space();
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Matmul", matmul, {256});
  kb::add("Matmul", matmul, {scale == 1 ? 4096 : 768});
});

}  // namespace
