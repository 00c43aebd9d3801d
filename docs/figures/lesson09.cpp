// The numbers of lesson 09's figures. cmake/scripts/figures/lesson09.py draws them.
#include "autotune.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// When the host may go on, and when the GPU is done, in microseconds.
void add_times(std::vector<float>& times, const lesson09::practice_gpu& gpu) {
  lesson09::practice_gpu copy = gpu;
  copy.synchronize();
  times.push_back(static_cast<float>(gpu.clock() * 1e6));
  times.push_back(static_cast<float>(copy.clock() * 1e6));
}

/// Each call with the time at which it returns and that at which its work is done. The first run,
/// which is slow, is over before this begins.
void timeline() {
  lesson09::practice_gpu gpu;
  gpu.run();
  gpu.synchronize();
  std::vector<float> times;
  add_times(times, gpu);
  gpu.restore_outputs();
  add_times(times, gpu);
  gpu.flush_cache();
  add_times(times, gpu);
  gpu.run();
  add_times(times, gpu);
  gpu.synchronize();
  add_times(times, gpu);
  print("timeline", times);
}

/// Fifteen careful samples of a kernel that takes 100 us.
void samples() {
  lesson09::practice_gpu gpu;
  gpu.run();
  std::vector<float> times;
  for (int i = 0; i < 15; ++i) {
    gpu.restore_outputs();
    gpu.flush_cache();
    gpu.synchronize();
    const double begin = gpu.clock();
    gpu.run();
    gpu.synchronize();
    times.push_back(static_cast<float>((gpu.clock() - begin) * 1e6));
  }
  print("samples", times);
  print("samples.median",
        std::vector<double>{lesson09::median_seconds(lesson09::practice_gpu(), 15) * 1e6});
}
}  // namespace

int main() {
  timeline();
  samples();
}
