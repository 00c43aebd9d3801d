// Lesson 07's benchmarks: a product of n x n matrices does 2 n^3 operations on 3 n^2 elements.
#include "tiled_matmul.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/benchmarking/cublas.hpp>

namespace {

namespace kb = kw::benchmarking;

// A row of c at a time: rows of b, scaled and added, which the compiler vectorises.
template <class T>
kb::peer plain_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, const T* b,
                      T* c) {
  return kb::plain_loop(m, [=](std::int64_t i) {
    std::vector<float> row(static_cast<std::size_t>(n));
    for (std::int64_t p = 0; p < k; ++p) {
      const float scale = kw::core::convert<float>(a[i * k + p]);
      for (std::int64_t j = 0; j < n; ++j) {
        row[static_cast<std::size_t>(j)] += scale * kw::core::convert<float>(b[p * n + j]);
      }
    }
    std::transform(row.begin(), row.end(), c + i * n, kw::core::convert<T, float>);
  });
}

template <class T, void (*Call)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>)>
void product(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  const kw::buffer<T, 2> a(device, {m, k}, kb::random_values<T>(m * k, 1));
  const kw::buffer<T, 2> b(device, {k, n}, kb::random_values<T>(k * n, 2));
  const kw::buffer<T, 2> c(device, {m, n});
  const double elements = 1.0 * m * k + 1.0 * k * n + 1.0 * m * n;
  kb::run(
      state, {.bytes = sizeof(T) * elements, .flops = 2.0 * m * n * k},
      [&] { Call(a.cview(), b.cview(), c.view()); },
      plain_matmul(m, n, k, a.data(), b.data(), c.data()),
      kb::cublas_matmul(m, n, k, a.data(), b.data(), c.data()));
}

const kb::suite lesson07_benchmarks([](kw::device device) {
  using kw::bfloat16_t;
  using kw::float16_t;
  using lesson07::matmul;
  using lesson07::matmul_pipelined;
  const bool gpu = device.kind == kw::device_kind::cuda;
  const std::vector<std::int64_t> sizes =
      gpu ? std::vector<std::int64_t>{512, 1024, 2048, 4096, 8192}
          : std::vector<std::int64_t>{256, 512, 1024};
  for (const std::int64_t n : sizes) {
    if (n <= 4096) {  // 8192 takes seconds without tensor cores
      kb::add("MatmulFloat32", product<float, lesson07::matmul_float32>, {n, n, n});
    }
    kb::add("Matmul/float16", product<float16_t, matmul<float16_t>>, {n, n, n});
    kb::add("MatmulPipelined/float16", product<float16_t, matmul_pipelined<float16_t>>, {n, n, n});
    kb::add("MatmulPipelined/bfloat16", product<bfloat16_t, matmul_pipelined<bfloat16_t>>,
            {n, n, n});
  }
  const std::int64_t side = gpu ? 8192 : 1024;  // a short sum: stores count
  kb::add("MatmulPipelined/bfloat16", product<bfloat16_t, matmul_pipelined<bfloat16_t>>,
          {side, side, side / 16});
});

}  // namespace
