// Benchmark of lesson 07, task 2: products in float32.
#include "tiled_matmul.hpp"

#include "product_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : lesson07::square_sizes(device)) {
    if (n <= 4096) {  // 8192 takes seconds without tensor cores
      kb::add("MatmulFloat32", lesson07::product<float, lesson07::matmul_float32>, {n, n, n});
    }
  }
});

}  // namespace
