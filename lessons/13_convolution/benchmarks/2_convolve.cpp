// Benchmark of elective 13, task 2: one layer of a network in float32.
#include "convolution_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson13::bench;

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("Convolve", bench::convolution<float, false, lesson13::convolve>, shape);
  }
});

}  // namespace
