// It includes the header with which tests take findings.
//
// task: lesson03.2
// earns: nothing
// says: does not compile
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/testing/testing.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);  // overlaps the next program
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
