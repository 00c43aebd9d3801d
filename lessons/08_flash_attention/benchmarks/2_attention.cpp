// Benchmark of lesson 08, task 2: two products with a softmax between them.
#include "attention_bench.hpp"
#include "flash_attention.hpp"

namespace {

namespace kb = kw::benchmarking;
namespace bench = lesson08::bench;
using kw::float16_t;

void attention(benchmark::State& state) {
  const bench::forward a(state);
  a.run(state, false,
        [&] { lesson08::attention<float16_t>(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view()); });
}

const kb::suite benchmarks([](kw::device device) {
  for (const auto& shape : bench::shapes(device)) {
    kb::add("Attention/float16", attention, shape);
  }
});

}  // namespace
