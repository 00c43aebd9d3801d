// Benchmark of lesson 07, task 4: products of 16-bit floats.
#include "tiled_matmul.hpp"

#include "product_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::float16_t;

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : lesson07::square_sizes(device)) {
    kb::add("Matmul/float16", lesson07::product<float16_t, lesson07::matmul<float16_t>>, {n, n, n});
  }
});

}  // namespace
