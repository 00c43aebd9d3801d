// Lesson 09, task 1: a time that can be trusted.
// Page: lessons/09_autotune/README.md   Check while you edit: ./course watch lesson09.1
//
//   the median of `samples` times, each the time of one gpu.run() and of nothing else
//
// The clock is the host's. run(), restore_outputs() and flush_cache() only start work on the GPU,
// which goes on while the host returns; gpu.synchronize() waits until all of it is done.
#include "autotune.hpp"

#include <algorithm>

double lesson09::median_seconds(practice_gpu gpu, int samples) {
  double seconds[kMostSamples];
  // TODO(lesson09.1): the first run of a kernel is slow. What has to happen before the first
  // sample?
  //{ solution
  gpu.run();
  //}
  for (int i = 0; i < samples; ++i) {
    // TODO(lesson09.1): each sample begins with the same input and a cold cache. When is the GPU
    // ready to be timed, and when is the run over?
    //{ solution
    gpu.restore_outputs();
    gpu.flush_cache();
    gpu.synchronize();
    const double start = gpu.clock();
    gpu.run();
    gpu.synchronize();
    seconds[i] = gpu.clock() - start;
    //| const double start = gpu.clock();
    //| gpu.run();
    //| seconds[i] = gpu.clock() - start;
    //}
  }
  std::sort(seconds, seconds + samples);
  return seconds[samples / 2];
}
