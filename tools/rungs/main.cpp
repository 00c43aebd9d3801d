// Measures the rungs of the ladders of lessons 04, 05 and 06 on a GPU: kernels in slower forms, and
// the solutions.
//
//   cmake --build build/cuda --target rungs && build/cuda/tools/rungs
#include "rungs.hpp"

#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

namespace {
void* flushed = nullptr;
constexpr std::size_t kFlush = std::size_t{1} << 29;

/// Milliseconds, with nothing of the arguments in the cache.
double sample(const std::function<void()>& call) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMemsetAsync(flushed, 0, kFlush, nullptr);
  cudaEventRecord(start, nullptr);
  call();
  cudaEventRecord(stop, nullptr);
  cudaEventSynchronize(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return ms;
}
}  // namespace

void measure(const std::string& name, double bytes, const std::function<void()>& call) {
  std::vector<double> warm;
  for (int i = 0; i < 3; ++i) {
    warm.push_back(sample(call));
  }
  const int times = std::max(5, std::min(60, static_cast<int>(60 / warm.back())));
  std::vector<double> all;
  for (int i = 0; i < times; ++i) {
    all.push_back(sample(call));
  }
  std::sort(all.begin(), all.end());
  const double median = all[all.size() / 2];
  const double spread = 50 * (all[all.size() * 3 / 4] - all[all.size() / 4]) / median;
  std::printf("| %s | %.1f GB/s | %.1f us | %.1f %% |\n", name.c_str(), bytes / median / 1e6,
              median * 1e3, spread);
  std::fflush(stdout);
}

kw::buffer<float> numbers(std::int64_t n) {
  std::vector<float> values(static_cast<std::size_t>(n));
  std::uint32_t state = 12345;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
  }
  return kw::buffer<float>(kw::default_device(), {n}, values);
}

int main() {
  cudaMalloc(&flushed, kFlush);
  const kw::buffer<float> x = numbers(std::int64_t{1} << 28);
  kw::buffer<float> to(kw::default_device(), {std::int64_t{1} << 28});
  measure("copy, 2^28 elements of float32", 8.0 * (1 << 28), [&] {
    cudaMemcpyAsync(to.view().data(), x.cview().data(), std::size_t{4} << 28,
                    cudaMemcpyDeviceToDevice, nullptr);
  });
  sums();
  softmaxes();
  layer_norms();
}
