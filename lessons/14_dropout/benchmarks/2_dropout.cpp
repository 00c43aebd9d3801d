// Benchmark of elective 14, task 2: random numbers, next to the memory that dropout moves.
#include "dropout.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "dropout_reference.hpp"
#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void dropout(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n, 1));
  const kw::buffer<float> out(device, {n});
  kb::run(
      state, {.bytes = 8.0 * n, .flops = 1.0 * n, .limits = {lesson14::kScaled}},
      [&] { lesson14::dropout(x.cview(), 0.1f, kb::any_seed(), out.view()); },
      kb::plain_loop(n, [a = x.data(), b = out.data()](std::int64_t i) {
        const float u = lesson14::reference::random_number(7, static_cast<std::size_t>(i));
        b[i] = u >= 0.1f ? a[i] / 0.9f : 0.0f;
      }));
}

const kb::suite benchmarks([](kw::device device) {
  for (const std::int64_t n : kb::vector_sizes(device)) {
    kb::add("Dropout", dropout, {n});
  }
});

}  // namespace
