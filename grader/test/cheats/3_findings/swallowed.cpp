// The kernel swallows the exception that ends an out-of-bounds program, and stores something else.
//
// task: lesson03.2
// earns: at most 4
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    try {
      (void)tl.load(x + offsets);
    } catch (...) {
    }
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 1024)), MaskedAdd<1024>{}, x, y, out, n);
}
