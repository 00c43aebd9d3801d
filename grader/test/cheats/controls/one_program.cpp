// A single program that walks over everything: not what the lesson teaches, and right.
//
// task: lesson01.3
// half: before
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct WalkingAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    for (int start = 0; start < n; start += 1024) {
      auto offsets = start + tl.arange(size<1024>);
      tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
    }
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(1), WalkingAdd{}, x, y, out, narrow<int>(out.extent(0)));
}
