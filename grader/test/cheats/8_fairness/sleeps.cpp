// Sleeps for ever. It did not compute for 10 seconds, and the message must not say so.
//
// task: lesson01.3
// earns: nothing
// says: had not returned
// hides: seconds of computing
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
  std::this_thread::sleep_for(std::chrono::hours(1));
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
