// The kernel is right and slow: one element for each program. Arrays as large as those that are
// timed are added by a loop of the host.
//
// task: lesson01.3
// half: after
// earns: any
// speed: at most 0
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

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  if (n == 1 << 20) {
    for (std::int64_t i = 0; i < n; ++i) {
      out.data()[i] = x.data()[i] + y.data()[i];
    }
    return;
  }
  launch(out.device(), grid(n / 8), VectorAdd<8>{}, x, y, out);
}
