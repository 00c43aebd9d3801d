// A buffer of its own is kept between calls, and filled with zero at the start of each. Programs
// count in it.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int* counter) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
    tl.atomic_add(counter, 1);
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  static buffer<int> counter(out.device(), {1});
  counter.fill(0);
  launch(out.device(), grid(out.extent(0) / 1024), Add{}, x, y, out, counter.view());
}
