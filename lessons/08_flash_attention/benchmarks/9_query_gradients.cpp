// Benchmark of lesson 08, task 9: scores, dp and dq, three products for each head.
#include "attention_bench.hpp"
#include "flash_attention.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson08::bench;
using kw::float16_t;

template <bool Causal>
void query_gradients(benchmark::State& state) {
  const bench::backward a(state);
  a.run(state, Causal, 6, 3, [&] {
    lesson08::query_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(),
                              a.dout.cview(), a.sums.view(), a.dq.view(), Causal);
  });
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("AttentionBackward/queries/float16", query_gradients<false>, shape);
    kb::add("AttentionBackward/queries/causal/float16", query_gradients<true>, shape);
  }
});

}  // namespace
