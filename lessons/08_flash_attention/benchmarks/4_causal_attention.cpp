// Benchmark of lesson 08, task 4: half the operations, if no program walks into the future.
#include "attention_bench.hpp"
#include "flash_attention.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson08::bench;
using kw::float16_t;

void causal_attention(benchmark::State& state) {
  const bench::forward a(state);
  a.run(state, true,
        [&] { lesson08::causal_attention(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view()); });
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("Attention/causal/float16", causal_attention, shape);
  }
});

}  // namespace
