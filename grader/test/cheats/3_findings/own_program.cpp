// Two programs write each element, in programs that it runs itself, with a context that has no
// monitor.
//
// task: lesson03.2
// half: before
// earns: nothing
#include "masking.hpp"

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

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  runtime::program p{};
  p.count[0] = cdiv(n, 512);
  for (p.id[0] = 0; p.id[0] < p.count[0]; ++p.id[0]) {
    MaskedAdd{}(cpu::context(p), x.data(), y.data(), out.data(), n);
  }
}
