// Benchmark of elective 16, task 6: the sum of a vector, whose evidence is a profile.
#include "clinic.hpp"

#include <cstdint>

#include <kernelwright/benchmarking/benchmark.hpp>

#include "tests/limits.hpp"

namespace {

namespace kb = kw::benchmarking;

void vector_sum(benchmark::State& state) {
  const kw::device device = kw::default_device();
  const std::int64_t n = state.range(0);
  const kw::buffer<float> x(device, {n}, kb::random_values(n, 1));
  const kw::buffer<float> out(device, {1}, std::vector<float>(1));
  kb::run(state, {.bytes = 4.0 * n, .flops = 1.0 * n, .limits = {lesson16::kSum}},
          [&] { lesson16::vector_sum(x.cview(), out.view()); });
}

const kb::suite benchmarks([](kw::device) { kb::add("VectorSum", vector_sum, {1 << 24}); });

}  // namespace
