// Each call takes a third of a second: slow is not hung.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <chrono>
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
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
