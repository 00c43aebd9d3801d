// Benchmark of lesson 06, task 6: the backward pass without a workspace.
#include "layernorm.hpp"

#include <cstdint>
#include <vector>

#include "benchmarks/backward.hpp"

namespace {

namespace kb = kw::benchmarking;

void backward_atomic(benchmark::State& state) {
  const lesson06::benchmarks::backward_buffers<float> b(state);
  const std::vector<float> zeros(static_cast<std::size_t>(b.columns));
  const kw::buffer<float> dw(b.device, {b.columns}, zeros), db(b.device, {b.columns}, zeros);
  kb::run(state, b.work(), [&] {
    lesson06::layer_norm_backward_atomic(b.dy.cview(), b.x.cview(), b.weight.cview(),
                                         b.mean.cview(), b.rstd.cview(), b.dx.view(), dw.view(),
                                         db.view());
  });
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("LayerNormAtomic", backward_atomic, {8192 / scale, 4096});
});

}  // namespace
