// Benchmark of lesson 07, task 6: products of 16-bit floats, whose loads run ahead.
#include "tiled_matmul.hpp"

#include "product_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using kw::bfloat16_t;
using kw::float16_t;
using lesson07::matmul_pipelined;
using lesson07::product;

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : lesson07::square_sizes(device)) {
    kb::add("MatmulPipelined/float16", product<float16_t, matmul_pipelined<float16_t>>, {n, n, n});
    kb::add("MatmulPipelined/bfloat16", product<bfloat16_t, matmul_pipelined<bfloat16_t>>,
            {n, n, n});
  }
  const std::int64_t side = lesson07::square_sizes(device).back();  // a short sum: stores count
  kb::add("MatmulPipelined/bfloat16", product<bfloat16_t, matmul_pipelined<bfloat16_t>>,
          {side, side, side / 16});
});

}  // namespace
