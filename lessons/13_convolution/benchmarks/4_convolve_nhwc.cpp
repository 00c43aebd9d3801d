// Benchmark of elective 13, task 4: the same layer on tensor cores.
#include "convolution_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson13::bench;

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("ConvolveNhwc/float16",
            bench::convolution<kw::float16_t, true, lesson13::convolve_nhwc>, shape);
  }
});

}  // namespace
