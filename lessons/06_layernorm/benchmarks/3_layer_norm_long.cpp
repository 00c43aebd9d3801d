// Benchmark of lesson 06, task 3: rows longer than a tile.
#include "layernorm.hpp"

#include <cstdint>

#include "benchmarks/forward.hpp"

namespace {

namespace kb = kw::benchmarking;

template <class T>
void layer_norm_long(benchmark::State& state) {
  lesson06::benchmarks::forward<T>(state, lesson06::layer_norm_long<T>);
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("LayerNormLong", layer_norm_long<float>, {4096 / scale, 12288});
  kb::add("LayerNormLong", layer_norm_long<float>, {1024 / scale, 65536});
});

}  // namespace
