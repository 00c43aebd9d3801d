// Benchmarks of lesson 07. A product of n x n matrices does 2 n^3 operations on 3 n^2 elements.
#include "tiled_matmul.hpp"

#include <algorithm>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/benchmarking/cublas.hpp>

#include "one_element.hpp"
#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::bfloat16_t;
using kw::float16_t;

/// Row i of c: rows of b, scaled and added, which the compiler vectorises. At the end the row's
/// sums go through `finish(sum, column)`.
template <class T, class Finish>
void plain_row(std::int64_t i, std::int64_t n, std::int64_t k, const T* a, const T* b, T* c,
               const Finish& finish) {
  std::vector<float> row(static_cast<std::size_t>(n));
  for (std::int64_t p = 0; p < k; ++p) {
    const float scale = kw::core::convert<float>(a[i * k + p]);
    for (std::int64_t j = 0; j < n; ++j) {
      row[static_cast<std::size_t>(j)] += scale * kw::core::convert<float>(b[p * n + j]);
    }
  }
  for (std::int64_t j = 0; j < n; ++j) {
    c[i * n + j] = kw::core::convert<T>(finish(row[static_cast<std::size_t>(j)], j));
  }
}

/// Measures a function that multiplies `[m, k]` by `[k, n]`; m, n and k are the benchmark's
/// arguments.
template <class T, void (*Entry)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>)>
void product(benchmark::State& state) {
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  constexpr double kMeanProduct = 0.25;  // of the sizes of two values between -1 and 1
  const lesson07::limit<T> rounding(k, kMeanProduct * static_cast<double>(k));
  kb::call(Entry, kb::sized(m, k), kb::sized(k, n), kb::sized(m, n))
      .plain(m,
             [=](std::int64_t i, const T* a, const T* b, T* c) {
               plain_row(i, n, k, a, b, c, [](float sum, std::int64_t) { return sum; });
             })
      .cublas([&](auto*... arrays) { return kb::cublas_matmul(m, n, k, arrays...); })
      .run(state, {.flops = 2.0 * m * n * k, .limits = {rounding.get()}});
}

// What bias and ReLU cost in a product's epilogue.
void bias_relu(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const auto square = kb::sized(n, n);
  kb::call(lesson07::bias_relu, square, square, kb::sized(n), square)
      .plain(n,
             [=](std::int64_t i, auto* a, auto* b, auto* bias, auto* c) {
               plain_row(i, n, n, a, b, c, [=](float sum, std::int64_t j) {
                 return std::max(sum + kw::core::convert<float>(bias[j]), 0.0f);
               });
             })
      .run(state, {.flops = 2.0 * n * n * n});
}

/// Products of n x n matrices that are worth measuring: n `times` times.
template <int TIMES, std::int64_t MOST = 8192>
kb::size_list::list squares(kw::device device) {
  kb::size_list::list sizes;
  const bool gpu = device.kind == kw::device_kind::cuda;
  for (std::int64_t n = gpu ? 512 : 256; n <= (gpu ? MOST : 1024); n *= 2) {
    sizes.emplace_back(TIMES, n);
  }
  return sizes;
}
// A short sum: stores count.
kb::size_list::list short_sums(kw::device device) {
  const std::int64_t side = squares<1>(device).back().front();
  return {{side, side, side / 16}};
}

// It belongs to no task, and is compiled for the CPU only, where a larger product would take
// seconds.
kb::size_list::list one_product(kw::device device) {
  kb::size_list::list sizes;
  if (device.kind == kw::device_kind::cpu) {
    sizes.push_back({512, 512, 512});
  }
  return sizes;
}

constexpr auto kPipelinedBFloat16 = product<bfloat16_t, lesson07::matmul_pipelined<bfloat16_t>>;

const kb::suite benchmarks = {
    {0, "OneElement", product<float, lesson07::bench::one_element>, one_product},
    // 8192 takes seconds without tensor cores.
    {2, "MatmulFloat32", product<float, lesson07::matmul_float32>, squares<3, 4096>},
    {4, "Matmul/float16", product<float16_t, lesson07::matmul<float16_t>>, squares<3>},
    {5, "BiasRelu/float16", bias_relu, squares<1>},
    {6, "MatmulPipelined/float16", product<float16_t, lesson07::matmul_pipelined<float16_t>>,
     squares<3>},
    {6, "MatmulPipelined/bfloat16", kPipelinedBFloat16, squares<3>},
    {6, "MatmulPipelined/bfloat16", kPipelinedBFloat16, short_sums},
};

}  // namespace
