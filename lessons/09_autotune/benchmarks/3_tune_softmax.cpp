// Benchmark of lesson 09, task 3: the config that was chosen. The space is printed as well.
#include "autotune.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "autotune_benchmark.hpp"
#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void softmax(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0), columns = state.range(1), n = rows * columns;
  const kw::buffer<float, 2> x(device, {rows, columns}, kb::random_values(n, 1));
  const kw::buffer<float, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 8.0 * n, .flops = 5.0 * n, .limits = {lesson09::softmax_limit<float>()}},
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
  lesson09::show_space();
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Softmax", softmax, {4096, 50});
  kb::add("Softmax", softmax, {1048576 / scale, 50});
  kb::add("Softmax", softmax, {262144 / scale, 200});
  kb::add("Softmax", softmax, {65536 / scale, 1000});
  kb::add("Softmax", softmax, {16384 / scale, 4096});
});

}  // namespace
