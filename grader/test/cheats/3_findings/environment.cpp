// Two programs write each element, and it sets the variable that switches the checker off before
// the runtime reads it.
//
// task: lesson03.2
// half: before
// earns: nothing
#include "masking.hpp"

#include <cstdlib>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);  // overlaps the next program
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

struct before_main {
  before_main() { setenv("KW_CHECK", "off", 1); }
} early;

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
