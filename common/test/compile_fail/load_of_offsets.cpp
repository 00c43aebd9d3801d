// A load without a pointer.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/load_of_offsets.cpp:9:14: error: tl.load needs an address first
  9 | auto v = tl.load(offsets, offsets < n);
    |          ^~~~~~~
  An address is a pointer plus offsets, such as tl.load(x + offsets, mask).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
