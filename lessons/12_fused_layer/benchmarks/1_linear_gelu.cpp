// Benchmark of elective 12, task 1: a product that ends in a bias and GELU.
#include "fused_layer_bench.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson12::bench;

void linear_gelu(benchmark::State& state) {
  const bench::layer layer(state);
  kb::run(
      state, layer.amount(),
      [&] {
        lesson12::linear_gelu(layer.x.cview(), layer.w.cview(), layer.bias.cview(),
                              layer.out.view());
      },
      layer.plain(false));
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("LinearGelu/float16", linear_gelu, shape);
  }
});

}  // namespace
