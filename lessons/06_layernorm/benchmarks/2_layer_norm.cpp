// Benchmark of lesson 06, task 2: rows that one tile holds.
#include "layernorm.hpp"

#include <cstdint>

#include "benchmarks/forward.hpp"

namespace {

namespace kb = kw::benchmarking;

template <class T>
void layer_norm(benchmark::State& state) {
  lesson06::benchmarks::forward<T>(state, lesson06::layer_norm<T>);
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("LayerNorm", layer_norm<float>, {1024, 1024});
  kb::add("LayerNorm", layer_norm<float>, {32768 / scale, 1024});
  kb::add("LayerNorm", layer_norm<float>, {8192 / scale, 4096});
  kb::add("LayerNorm", layer_norm<float>, {4096, 781});
  kb::add("LayerNorm/float16", layer_norm<kw::float16_t>, {32768 / scale, 1024});
  kb::add("LayerNorm/float16", layer_norm<kw::float16_t>, {8192 / scale, 4096});
  kb::add("LayerNorm/bfloat16", layer_norm<kw::bfloat16_t>, {32768 / scale, 1024});
});

}  // namespace
