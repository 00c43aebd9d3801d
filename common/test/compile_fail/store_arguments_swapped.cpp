// The value before the pointers.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(v, out + offsets);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/store_arguments_swapped.cpp:10:5: error: tl.store needs an address first
  10 | tl.store(v, out + offsets);
     | ^~~~~~~~
  The value comes after it: tl.store(out + offsets, value, mask).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
