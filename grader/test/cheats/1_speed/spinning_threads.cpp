// The kernel is slow, and a thread that never ends keeps a core busy while the solution is
// measured.
//
// task: lesson01.3
// half: after
// earns: any
// speed: at most 0.5
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    for (int i = tl.program_id(0) * 1024; i < (tl.program_id(0) + 1) * 1024; ++i) {
      auto all = tl.zeros(size<64>) + (tl.load(x + i) + tl.load(y + i));
      tl.store(out + i, tl.max(all));
    }
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  static bool started = false;
  if (!started && out.extent(0) == 1 << 20) {
    started = true;
    std::thread([] {
      for (volatile long spin = 0;; spin = spin + 1) {
      }
    }).detach();
  }
  launch(out.device(), grid(out.extent(0) / kBlockSize), Add{}, x, y, out);
}
