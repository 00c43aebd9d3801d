// The kernel is right. A thread that is left alone writes to the stream for errors without end,
// while calls run and between them.
//
// task: lesson01.3
// earns: any
#include "vector_add.hpp"

#include <iostream>
#include <kernelwright/kernelwright.hpp>
#include <string>
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
  static const bool started = [] {
    std::thread([] {
      const std::string line(60000, 'e');
      while (true) {
        std::cerr << line << std::endl;
      }
    }).detach();
    return true;
  }();
  (void)started;
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
