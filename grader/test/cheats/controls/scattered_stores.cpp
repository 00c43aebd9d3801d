// Each lane stores somewhere else: the vector is added in an order that jumps over the pages.
//
// task: lesson03.2
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out, int n,
                            int programs) const {
    auto offsets = tl.program_id(0) + tl.arange(size<1024>) * programs;
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 1024)), MaskedAdd{}, x, y, out, n, cdiv(n, 1024));
}
