// Benchmark of elective 13, task 5: the same layer in the other layout.
#include "convolution_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson13::bench;

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("ConvolveNchw/float16",
            bench::convolution<kw::float16_t, false, lesson13::convolve_nchw>, shape);
  }
});

}  // namespace
