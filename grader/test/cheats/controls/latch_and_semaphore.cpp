// Threads that meet at a latch and take turns by a semaphore; what they wait with asks the kernel
// of the system by a number.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <latch>
#include <semaphore>
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
  std::latch both(2);
  std::binary_semaphore turn(1);
  const auto work = [&](bool launches) {
    turn.acquire();
    if (launches) {
      launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
    }
    turn.release();
    both.count_down();
  };
  std::jthread one([&] { work(true); });
  std::jthread other([&] { work(false); });
  both.wait();
}
