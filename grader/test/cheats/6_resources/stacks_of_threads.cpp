// Thirty threads, each with eight megabytes on its stack: more memory than a task may have.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <chrono>
#include <cstring>
#include <kernelwright/kernelwright.hpp>
#include <thread>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void fill_stack() {
  volatile char big[7 << 20];
  for (std::size_t i = 0; i < sizeof big; i += 4096) {
    big[i] = 1;
  }
  std::this_thread::sleep_for(std::chrono::seconds(3));
}

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  std::vector<std::thread> threads;
  for (int i = 0; i < 45; ++i) {
    threads.emplace_back(fill_stack);
  }
  for (std::thread& one : threads) {
    one.join();
  }
}
