// Benchmark of lesson 08, task 8: scores, dp, dk and dv, four products for each head.
#include "attention_bench.hpp"
#include "flash_attention.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson08::bench;
using kw::float16_t;

template <bool Causal>
void key_gradients(benchmark::State& state) {
  const bench::backward a(state);
  a.run(state, Causal, 7, 4, [&] {
    lesson08::key_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(),
                            a.dout.cview(), a.sums.view(), a.dk.view(), a.dv.view(), Causal);
  });
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("AttentionBackward/keys/float16", key_gradients<false>, shape);
    kb::add("AttentionBackward/keys/causal/float16", key_gradients<true>, shape);
  }
});

}  // namespace
