// Lesson 06's benchmarks: forward moves each element twice, backward three times.
#include "layernorm.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace {

namespace kb = kw::benchmarking;

constexpr float kEps = 1e-5f;

// The same in three plain loops over a row that a cache holds.
template <class T>
kb::peer plain_layer_norm(std::int64_t rows, std::int64_t columns, const T* x, const T* w,
                          const T* b, T* y) {
  return kb::plain_loop(rows, [=](std::int64_t row) {
    const auto at = [](const T* values, std::int64_t c) {
      return kw::core::convert<float>(values[c]);
    };
    const T* from = x + row * columns;
    T* to = y + row * columns;
    float mean = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      mean += at(from, c);
    }
    mean /= static_cast<float>(columns);
    float variance = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      variance += (at(from, c) - mean) * (at(from, c) - mean);
    }
    const float rstd = 1.0f / std::sqrt(variance / static_cast<float>(columns) + kEps);
    for (std::int64_t c = 0; c < columns; ++c) {
      to[c] = kw::core::convert<T>((at(from, c) - mean) * rstd * at(w, c) + at(b, c));
    }
  });
}

template <class T>
void forward(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const std::int64_t n = rows * columns;
  const kw::buffer<T, 2> x(device, {rows, columns}, kb::random_values<T>(n, 1));
  const kw::buffer<T> weight(device, {columns}, kb::random_values<T>(columns, 2));
  const kw::buffer<T> bias(device, {columns}, kb::random_values<T>(columns, 3));
  const kw::buffer<T, 2> y(device, {rows, columns});
  const kw::buffer<float> mean(device, {rows}), rstd(device, {rows});
  kb::run(
      state,
      {.bytes = 2.0 * sizeof(T) * n + 2.0 * sizeof(T) * columns + 8.0 * rows, .flops = 8.0 * n},
      [&] {
        lesson06::layer_norm(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(),
                             rstd.view(), kEps);
      },
      plain_layer_norm(rows, columns, x.data(), weight.data(), bias.data(), y.data()));
}

// dx for each row, and dw and db in one row of sums a thread would need a workspace too; one after
// the other they need none, so the plain loop leaves dw and db out.
template <class T>
void backward(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t rows = state.range(0);
  const std::int64_t columns = state.range(1);
  const bool atomic = state.range(2) != 0;
  const std::int64_t n = rows * columns;
  const std::int64_t programs = lesson06::partial_rows(rows, columns);
  const kw::buffer<T, 2> x(device, {rows, columns}, kb::random_values<T>(n, 1));
  const kw::buffer<T, 2> dy(device, {rows, columns}, kb::random_values<T>(n, 2));
  const kw::buffer<T> weight(device, {columns}, kb::random_values<T>(columns, 3));
  const kw::buffer<float> mean(device, {rows}, kb::random_values(rows, 4));
  const kw::buffer<float> rstd(device, {rows}, std::vector<float>(rows, 1.0f));
  const kw::buffer<T, 2> dx(device, {rows, columns});
  const std::vector<float> zeros(static_cast<std::size_t>(columns));
  const kw::buffer<float> dw(device, {columns}, zeros), db(device, {columns}, zeros);
  const kw::buffer<float, 2> dw_partial(device, {programs, columns});
  const kw::buffer<float, 2> db_partial(device, {programs, columns});
  kb::run(state, {.bytes = 3.0 * sizeof(T) * n, .flops = 14.0 * n}, [&] {
    if (atomic) {
      lesson06::layer_norm_backward_atomic(dy.cview(), x.cview(), weight.cview(), mean.cview(),
                                           rstd.cview(), dx.view(), dw.view(), db.view());
    } else {
      lesson06::layer_norm_backward(dy.cview(), x.cview(), weight.cview(), mean.cview(),
                                    rstd.cview(), dx.view(), dw.view(), db.view(),
                                    dw_partial.view(), db_partial.view());
    }
  });
}

const kb::suite lesson06_benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("LayerNorm", forward<float>, {1024, 1024});
  kb::add("LayerNorm", forward<float>, {32768 / scale, 1024});
  kb::add("LayerNorm", forward<float>, {8192 / scale, 4096});
  kb::add("LayerNorm", forward<float>, {4096 / scale, 12288});
  kb::add("LayerNorm", forward<float>, {4096, 781});
  kb::add("LayerNorm", forward<float>, {1024 / scale, 65536});
  kb::add("LayerNorm/float16", forward<kw::float16_t>, {32768 / scale, 1024});
  kb::add("LayerNorm/float16", forward<kw::float16_t>, {8192 / scale, 4096});
  kb::add("LayerNorm/bfloat16", forward<kw::bfloat16_t>, {32768 / scale, 1024});
  kb::add("LayerNormBackward", backward<float>, {32768 / scale, 1024, 0});
  kb::add("LayerNormBackward", backward<float>, {8192 / scale, 4096, 0});
  kb::add("LayerNormBackward/float16", backward<kw::float16_t>, {8192 / scale, 4096, 0});
  kb::add("LayerNormBackward/atomic", backward<float>, {8192 / scale, 4096, 1});
});

}  // namespace
