// Prints tiles from the device, and asserts about them.
//
// task: lesson03.2
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto mask = offsets < n;
    auto sum = tl.load(x + offsets, mask, 0.0f) + tl.load(y + offsets, mask, 0.0f);
    if (n < 10) {
      tl.device_print("sum", tl.sum(sum));
    }
    tl.device_assert(tl.max(offsets) >= 0, "offsets");
    tl.store(out + offsets, sum, mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 1024)), MaskedAdd{}, x, y, out, n);
}
