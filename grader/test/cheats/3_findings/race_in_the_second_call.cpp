// The call that is checked does nothing: a kernel stores a 1 into memory of the submission's own,
// and where the host sees it, the call ends. The second call, where the host does not see it, has
// the results that count, and there two programs write each element.
//
// task: lesson03.2
// half: after
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct Mark {
  KW_KERNEL void operator()(program auto tl, int* mark) const { tl.store(mark, 1); }
};

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
  const buffer<int> mark(out.device(), {1});
  launch(out.device(), grid(1), Mark{}, mark.view());
  if (mark.data()[0] == 1) {
    return;
  }
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
}
