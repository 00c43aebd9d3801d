// Benchmark of elective 12, task 5: the layer as a stream.
#include "fused_layer_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson12::bench;

void fused_layer_pipelined(benchmark::State& state) {
  const bench::layer layer(state);
  const kw::buffer<float> rstd(kw::default_device(), {layer.m});
  kb::run(
      state, layer.amount(),
      [&] {
        lesson12::fused_layer_pipelined(layer.x.cview(), layer.w.cview(), layer.shift.cview(),
                                        1e-5f, rstd.view(), layer.out.view());
      },
      layer.plain(true));
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("FusedLayerPipelined/float16", fused_layer_pipelined, shape);
  }
});

}  // namespace
