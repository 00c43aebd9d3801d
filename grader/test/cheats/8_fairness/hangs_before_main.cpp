// A constructor of a static object never ends, so the program never greets the judge. Each test
// starts it again: that must neither be the machine's fault nor take more than the task's time.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

struct never_made {
  never_made() {
    for (volatile bool on = true; on;) {
    }
  }
} the_one;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
