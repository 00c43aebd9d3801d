// Addresses multiplied.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, (x + offsets) * 2.0f);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/addresses_multiplied.cpp:9:43: error: one side of this * holds addresses, not values
  9 | tl.store(out + offsets, (x + offsets) * 2.0f);
    |                                       ^
  A parameter plus offsets is an address; tl.load reads the value there.
  Try: tl.load(x + offsets, mask) * ...
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
