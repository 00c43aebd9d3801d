// Benchmark of elective 13, task 6: the same layer, whose tiles the copy engine fetches.
#include "convolution_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson13::bench;

/// As the other convolutions are called; here places move by one.
void convolve(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w, int,
              int padding, kw::view<kw::float16_t, 4> out) {
  lesson13::convolve_streamed(x, w, padding, out);
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("ConvolveStreamed/float16", bench::convolution<kw::float16_t, true, convolve>, shape);
  }
});

}  // namespace
