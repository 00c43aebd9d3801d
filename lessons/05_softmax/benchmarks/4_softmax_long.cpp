// Benchmark of lesson 05, task 4: rows of several blocks.
#include "softmax.hpp"

#include <cstdint>

#include "softmax_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using lesson05::measure_softmax;
using lesson05::softmax_long;

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("SoftmaxLong", measure_softmax<float, softmax_long>, {1024 / scale, 65536});
});

}  // namespace
