// Benchmark of lesson 05, task 3: several rows per program.
#include "softmax.hpp"

#include <cstdint>

#include "softmax_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using lesson05::measure_softmax;
using lesson05::softmax_short;

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("SoftmaxShort", measure_softmax<float, softmax_short>, {262144 / scale, 64});
});

}  // namespace
