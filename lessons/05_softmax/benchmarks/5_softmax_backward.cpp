// Benchmark of lesson 05, task 5: two matrices read, one written.
#include "softmax.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

template <class T>
void backward(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<T, 2> y(device, {rows, columns}, kb::random_values<T>(n, 1));
  const kw::buffer<T, 2> dy(device, {rows, columns}, kb::random_values<T>(n, 2));
  const kw::buffer<T, 2> dx(device, {rows, columns});
  kb::run(
      state, {.bytes = 3.0 * sizeof(T) * n, .flops = 4.0 * n},
      [&] { lesson05::softmax_backward(y.cview(), dy.cview(), dx.view()); },
      kb::plain_loop(rows, [=, y = y.data(), dy = dy.data(), dx = dx.data()](std::int64_t row) {
        const auto at = [&](const T* values, std::int64_t c) {
          return kw::core::convert<float>(values[row * columns + c]);
        };
        float dot = 0;
        for (std::int64_t c = 0; c < columns; ++c) {
          dot += at(y, c) * at(dy, c);
        }
        for (std::int64_t c = 0; c < columns; ++c) {
          dx[row * columns + c] = kw::core::convert<T>(at(y, c) * (at(dy, c) - dot));
        }
      }));
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("SoftmaxBackward", backward<float>, {32768 / scale, 1024});
  kb::add("SoftmaxBackward", backward<float>, {8192 / scale, 4096});
  kb::add("SoftmaxBackward/float16", backward<kw::float16_t>, {8192 / scale, 4096});
});

}  // namespace
