// Benchmark of lesson 08, task 7: products that overlap exponentials.
#include "attention_bench.hpp"
#include "flash_attention.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson08::bench;
using kw::float16_t;

template <bool Causal>
void attention_pipelined(benchmark::State& state) {
  const bench::forward a(state);
  a.run(state, Causal, [&] {
    lesson08::attention_pipelined<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view(),
                                             a.lse.view(), Causal);
  });
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("AttentionPipelined/float16", attention_pipelined<false>, shape);
    kb::add("AttentionPipelined/causal/float16", attention_pipelined<true>, shape);
  }
});

}  // namespace
