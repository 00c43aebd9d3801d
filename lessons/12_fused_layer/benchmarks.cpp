// Benchmarks of elective 12: the layer in one kernel, as a stream, and on a CPU beside the same
// layer in three.
#include "fused_layer.hpp"

#include <cmath>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"
#include "unfused.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::float16_t;

constexpr float kEps = 1e-5f;

/// m, n and k: rows, columns of the result, and how many products each element sums. With a small k
/// there is little arithmetic, and passes over memory count for more.
kb::size_list::list shapes(kw::device device) {
  if (device.kind == kw::device_kind::cuda) {
    return {{8192, 4096, 256}, {8192, 4096, 1024}, {8192, 4096, 4096}};
  }
  return {{2048, 512, 64}, {512, 1024, 256}};
}
kb::size_list::list shapes_on_cpu(kw::device device) {  // this file is not compiled for a GPU
  return device.kind == kw::device_kind::cpu ? shapes(device) : kb::size_list::list{};
}

/// One row at a time: its statistics, a sum of scaled rows of w, and GELU. \param out the last of
/// the arrays
template <class Shift>
void plain_row(std::int64_t i, std::int64_t n, std::int64_t k, bool normalise, const float16_t* x,
               const float16_t* w, const Shift* shift, float16_t* out) {
  std::vector<float> row(static_cast<std::size_t>(n));
  float total = 0, squares = 0;
  for (std::int64_t p = 0; p < k; ++p) {
    const float v = kw::core::convert<float>(x[i * k + p]);
    total += v;
    squares += v * v;
    for (std::int64_t j = 0; j < n; ++j) {
      row[static_cast<std::size_t>(j)] += v * kw::core::convert<float>(w[p * n + j]);
    }
  }
  const float terms = static_cast<float>(k), mean = total / terms;
  const float rstd = normalise ? 1.0f / std::sqrt(squares / terms - mean * mean + kEps) : 1.0f;
  for (std::int64_t j = 0; j < n; ++j) {
    const float z = row[static_cast<std::size_t>(j)] * rstd + kw::core::convert<float>(shift[j]);
    const float u = 0.79788456f * (z + 0.044715f * z * z * z);
    out[i * n + j] = kw::core::convert<float16_t>(0.5f * z * (1.0f + std::tanh(u)));
  }
}

/// Measures a function of x, w, what is added to a row, and `more`.
template <class... More>
void layer(benchmark::State& state, auto* entry, bool normalise,
           std::vector<kw::testing::tolerance> limits, const More&... more) {
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  kb::call(entry, kb::sized(m, k), kb::sized(k, n), kb::sized(n), more..., kb::sized(m, n))
      .plain(m,
             [=](std::int64_t i, auto* x, auto* w, auto* shift, auto... rest) {
               plain_row(i, n, k, normalise, x, w, shift,
                         std::get<sizeof...(rest) - 1>(std::tuple(rest...)));
             })
      .run(state, {.bytes = 2.0 * (1.0 * m * k + 1.0 * k * n + 1.0 * m * n),
                   .flops = 2.0 * m * n * k,
                   .limits = std::move(limits)});
}

void linear_gelu(benchmark::State& state) {
  layer(state, lesson12::linear_gelu, false, {});
}
void fused_layer(benchmark::State& state) {
  // For values between -1 and 1: the mean size of a product is 1/4, rstd is sqrt(3), and the means
  // of rows are near 0.
  const std::int64_t k = state.range(2);
  const double largest_sum = 2 * std::sqrt(3.0) * 0.25 * static_cast<double>(k);
  layer(state, lesson12::fused_layer, true, {lesson12::layer_limit(k, largest_sum)}, kEps);
}
void fused_layer_pipelined(benchmark::State& state) {
  layer(state, lesson12::fused_layer_pipelined, true, {}, kEps, kb::sized(state.range(0)));
}
void unfused_layer(benchmark::State& state) {
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  layer(state, lesson12::bench::unfused_layer, true, {}, kEps, kb::sized(m, k), kb::sized(m, n));
}

const kb::suite benchmarks = {
    {1, "LinearGelu/float16", linear_gelu, shapes},
    {4, "FusedLayer/float16", fused_layer, shapes},
    {4, "ThreeKernels/float16", unfused_layer, shapes_on_cpu},
    {5, "FusedLayerPipelined/float16", fused_layer_pipelined, shapes},
};

}  // namespace
