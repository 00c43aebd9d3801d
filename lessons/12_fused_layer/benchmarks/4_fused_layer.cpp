// Benchmark of elective 12, task 4: the layer in one kernel, and on a CPU beside the same layer in
// three.
#include "fused_layer_bench.hpp"
#include "tests/limits.hpp"
#include "unfused.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson12::bench;
using lesson12::float16_t;

void fused_layer(benchmark::State& state) {
  const bench::layer layer(state);
  kb::run(
      state, layer.amount_within(lesson12::layer_limit(layer.k, layer.largest_sum())),
      [&] {
        lesson12::fused_layer(layer.x.cview(), layer.w.cview(), layer.shift.cview(), 1e-5f,
                              layer.out.view());
      },
      layer.plain(true));
}

void unfused_layer(benchmark::State& state) {
  const bench::layer layer(state);
  const kw::device device = kw::default_device();
  const kw::buffer<float16_t, 2> h(device, {layer.m, layer.k}), z(device, {layer.m, layer.n});
  kb::run(
      state, layer.amount(),
      [&] {
        bench::unfused_layer(layer.x.cview(), layer.w.cview(), layer.shift.cview(), 1e-5f, h, z,
                             layer.out.view());
      },
      layer.plain(true));
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("FusedLayer/float16", fused_layer, shape);
    if (device.kind == kw::device_kind::cpu) {  // this file is not compiled for a GPU
      kb::add("ThreeKernels/float16", unfused_layer, shape);
    }
  }
});

}  // namespace
