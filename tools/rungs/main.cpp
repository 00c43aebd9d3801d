// Measures the rungs of the ladders of lessons 04, 05 and 06 on a GPU: kernels in slower forms, and
// the solutions.
//
//   cmake --build build/cuda --target rungs && build/cuda/tools/rungs
#include "rungs.hpp"

#include <cstdio>

#include <kernelwright/benchmarking/measure.hpp>

using namespace kw;

void measure(const std::string& name, double bytes, const std::function<void()>& call) {
  const measurement taken = benchmarking::measure(default_device(), {call}).front();
  std::printf("| %s | %.1f GB/s | %.1f us | %.1f %% |\n", name.c_str(), bytes / taken.seconds / 1e9,
              taken.seconds * 1e6, taken.spread * 100);
  std::fflush(stdout);
}

buffer<float> numbers(std::int64_t n) {
  return buffer<float>(default_device(), {n}, benchmarking::random_values(n));
}

int main() {
  std::printf("| copy | %.1f GB/s |\n", benchmarking::copy_bandwidth(default_device()) / 1e9);
  sums();
  softmaxes();
  layer_norms();
}
