// Lesson 05's benchmarks: a softmax moves each element twice, whatever the length of its row.
#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

// The same in four plain loops over a row that a cache holds.
template <class T>
kb::peer plain_softmax(std::int64_t rows, std::int64_t columns, const T* x, T* out) {
  return kb::plain_loop(rows, [=](std::int64_t row) {
    const T* from = x + row * columns;
    T* to = out + row * columns;
    float largest = kw::core::convert<float>(from[0]);
    for (std::int64_t c = 1; c < columns; ++c) {
      largest = std::max(largest, kw::core::convert<float>(from[c]));
    }
    float sum = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      const float e = std::exp(kw::core::convert<float>(from[c]) - largest);
      to[c] = kw::core::convert<T>(e);
      sum += e;
    }
    for (std::int64_t c = 0; c < columns; ++c) {
      to[c] = kw::core::convert<T>(kw::core::convert<float>(to[c]) / sum);
    }
  });
}

template <class T, void (*Call)(kw::view<const T, 2>, kw::view<T, 2>)>
void forward(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<T, 2> x(device, {rows, columns}, kb::random_values<T>(n, 1));
  const kw::buffer<T, 2> out(device, {rows, columns});
  kb::run(
      state, {.bytes = 2.0 * sizeof(T) * n, .flops = 5.0 * n}, [&] { Call(x.cview(), out.view()); },
      plain_softmax(rows, columns, x.data(), out.data()));
}

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

const kb::suite lesson05_benchmarks([](kw::device device) {
  using lesson05::softmax;
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Softmax", forward<float, softmax>, {1024, 1024});
  kb::add("Softmax", forward<float, softmax>, {32768 / scale, 1024});
  kb::add("Softmax", forward<float, softmax>, {8192 / scale, 4096});
  kb::add("Softmax", forward<float, softmax>, {4096 / scale, 12288});
  kb::add("Softmax", forward<float, softmax>, {4096, 781});
  kb::add("Softmax/float16", forward<kw::float16_t, softmax>, {32768 / scale, 1024});
  kb::add("Softmax/float16", forward<kw::float16_t, softmax>, {8192 / scale, 4096});
  kb::add("Softmax/bfloat16", forward<kw::bfloat16_t, softmax>, {32768 / scale, 1024});
  kb::add("SoftmaxShort", forward<float, lesson05::softmax_short>, {262144 / scale, 64});
  kb::add("SoftmaxLong", forward<float, lesson05::softmax_long>, {1024 / scale, 65536});
  kb::add("SoftmaxBackward", backward<float>, {32768 / scale, 1024});
  kb::add("SoftmaxBackward", backward<float>, {8192 / scale, 4096});
  kb::add("SoftmaxBackward/float16", backward<kw::float16_t>, {8192 / scale, 4096});
});

}  // namespace
