// Benchmark of lesson 06, task 4: dx, and the partial sums of dw and db.
#include "layernorm.hpp"

#include <cstdint>

#include "benchmarks/backward.hpp"

namespace {

namespace kb = kw::benchmarking;

template <class T>
void backward(benchmark::State& state) {
  const lesson06::benchmarks::backward_buffers<T> b(state);
  const std::int64_t programs = lesson06::partial_rows(b.rows, b.columns);
  const kw::buffer<float, 2> dw_partial(b.device, {programs, b.columns});
  const kw::buffer<float, 2> db_partial(b.device, {programs, b.columns});
  kb::run(state, b.work(), [&] {
    lesson06::layer_norm_backward(b.dy.cview(), b.x.cview(), b.weight.cview(), b.mean.cview(),
                                  b.rstd.cview(), b.dx.view(), dw_partial.view(),
                                  db_partial.view());
  });
}

const kb::suite benchmarks([](kw::device device) {
  const std::int64_t scale = device.kind == kw::device_kind::cuda ? 1 : 16;  // fewer rows on a CPU
  kb::add("LayerNormBackward", backward<float>, {32768 / scale, 1024});
  kb::add("LayerNormBackward", backward<float>, {8192 / scale, 4096});
  kb::add("LayerNormBackward/float16", backward<kw::float16_t>, {8192 / scale, 4096});
});

}  // namespace
