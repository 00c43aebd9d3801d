// Benchmark of lesson 05, task 2: rows that fit into a tile, against a plain copy.
#include "softmax.hpp"

#include <cstdint>

#include "softmax_benchmark.hpp"

namespace {

namespace kb = kw::benchmarking;
using lesson05::measure_softmax;
using lesson05::softmax;

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("Softmax", measure_softmax<float, softmax>, {1024, 1024});
  kb::add("Softmax", measure_softmax<float, softmax>, {32768 / scale, 1024});
  kb::add("Softmax", measure_softmax<float, softmax>, {8192 / scale, 4096});
  kb::add("Softmax", measure_softmax<float, softmax>, {4096 / scale, 12288});
  kb::add("Softmax", measure_softmax<float, softmax>, {4096, 781});
  kb::add("Softmax/float16", measure_softmax<kw::float16_t, softmax>, {32768 / scale, 1024});
  kb::add("Softmax/float16", measure_softmax<kw::float16_t, softmax>, {8192 / scale, 4096});
  kb::add("Softmax/bfloat16", measure_softmax<kw::bfloat16_t, softmax>, {32768 / scale, 1024});
});

}  // namespace
