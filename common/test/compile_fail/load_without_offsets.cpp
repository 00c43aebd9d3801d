// A load of one element with a mask.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/load_without_offsets.cpp:9:14: error: this tl.load reads one element, but its mask is a tile
  9 | auto v = tl.load(x, offsets < n);
    |          ^~~~~~~
  Add the offsets to the pointer, such as tl.load(x + offsets, mask).
  Try: tl.load(x + offsets, offsets < n);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
