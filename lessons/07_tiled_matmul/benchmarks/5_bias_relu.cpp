// Benchmark of lesson 07, task 5: what bias and ReLU cost in a product's epilogue.
#include "tiled_matmul.hpp"

#include "product_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::float16_t;

void bias_relu(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float16_t, 2> a(device, {n, n}, kb::random_values<float16_t>(n * n, 1));
  const kw::buffer<float16_t, 2> b(device, {n, n}, kb::random_values<float16_t>(n * n, 2));
  const kw::buffer<float16_t> bias(device, {n}, kb::random_values<float16_t>(n, 3));
  const kw::buffer<float16_t, 2> c(device, {n, n});
  kb::run(
      state, {.bytes = sizeof(float16_t) * (3.0 * n * n + n), .flops = 2.0 * n * n * n},
      [&] { lesson07::bias_relu(a.cview(), b.cview(), bias.cview(), c.view()); },
      lesson07::plain_product(n, n, n, a.data(), b.data(), c.data(),
                              [shift = bias.data()](float sum, std::int64_t j) {
                                return std::max(sum + kw::core::convert<float>(shift[j]), 0.0f);
                              }));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : lesson07::square_sizes(device)) {
    kb::add("BiasRelu/float16", bias_relu, {n});
  }
});

}  // namespace
