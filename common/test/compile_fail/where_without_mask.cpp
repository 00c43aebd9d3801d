// The mask of tl.where is not the first.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.where(v, offsets < n, 0.0f));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/where_without_mask.cpp:10:29: error: tl.where chooses by a mask
  10 | tl.store(out + offsets, tl.where(v, offsets < n, 0.0f));
     |                         ^~~~~~~~
  It comes first: tl.where(mask, a, b) is a where the mask is true, and b elsewhere. A comparison
  makes a mask, such as x > 0.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
