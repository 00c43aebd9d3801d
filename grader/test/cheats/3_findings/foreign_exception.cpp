// Two programs write each element. The last program ends by an exception that is not one of C++,
// raised by hand, and the host catches whatever leaves the launch.
//
// task: lesson03.2
// half: after
// earns: nothing
#include "masking.hpp"

#include <unwind.h>

#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace {
_Unwind_Exception odd;

[[gnu::noinline]] void raise_it() {
  odd.exception_class = 0x4f44440000000000u;
  odd.exception_cleanup = nullptr;
  (void)_Unwind_RaiseException(&odd);
}
}  // namespace

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
    if (tl.program_id(0) == tl.num_programs(0) - 1) {
      raise_it();
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  try {
    launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, n);
  } catch (...) {
  }
}
