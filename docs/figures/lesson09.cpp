// The numbers of lesson 09's figures. cmake/scripts/figures/lesson09.py draws them.
//
//   docs.figures.lesson09             what the practice GPU does; the same in every run
//   docs.figures.lesson09 --measure   the times of four configs for each width, on this machine,
//   which
//                                     tools/measure_tuning keeps in docs/figures/tuning_curve.txt
#include <cstring>

#include <kernelwright/autotune.hpp>
#include <kernelwright/runtime/tunings.hpp>

#include "autotune.hpp"
#include "print_numbers.hpp"
#include "softmax_kernel.hpp"

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

/// Four shapes of 4,096 elements.
constexpr configs<
    config{.rows = 1, .cols = 4096, .warps = 8}, config{.rows = 4, .cols = 1024, .warps = 8},
    config{.rows = 16, .cols = 256, .warps = 8}, config{.rows = 64, .cols = 64, .warps = 8}>
    equal_tiles;

/// Softmax of float32 matrices of 2^20 elements, for each width the times of the configs.
void measure() {
  for (int columns = 16; columns <= 4096; columns *= 2) {
    const std::int64_t rows = (std::int64_t{1} << 20) / columns;
    const buffer<float, 2> x(cpu_device, {rows, columns},
                             std::vector<float>(static_cast<std::size_t>(rows * columns), 0.5f)),
        out(cpu_device, {rows, columns});
    autotune(
        "EqualTiles", cpu_device, tuning_key{{"columns", columns}}, equal_tiles,
        [&](config c) { return c.cols >= columns; },
        [&](auto c) {
          launch<c.warps>(cpu_device, grid(cdiv(rows, c.rows)), lesson09::Softmax<c.rows, c.cols>{},
                          matrix(x.cview()), matrix(out.view()));
        });
    const std::vector<tuning> spaces = tunings();
    for (const tuning_result& result : spaces.back().results) {
      if (result.outcome == tuning_result::state::timed) {
        std::printf("%d %dx%d %.4g\n", columns, result.choice.rows, result.choice.cols,
                    result.seconds * 1e6);
      }
    }
  }
}
}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--measure") == 0) {
    measure();
    return 0;
  }
  timeline();
  samples();
}
