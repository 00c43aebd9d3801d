// Takes memory in a process that a thread has started, which is not in the list of its main
// thread's children.
//
// task: lesson01.3
// half: before
// earns: nothing
#include "vector_add.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  std::thread([] {
    if (fork() == 0) {
      for (int i = 0; i < 12; ++i) {
        void* piece = mmap(nullptr, 64 << 20, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        std::memset(piece, 1, 64 << 20);
      }
      sleep(2);
      _exit(0);
    }
    sleep(2);
  }).join();
}
