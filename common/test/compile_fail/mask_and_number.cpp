// & between a mask and a number.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, (offsets < n) & n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_and_number.cpp:9:49: error: & | ^ combine a mask with masks and conditions, but one side is a plain number
  9 | auto v = tl.load(x + offsets, (offsets < n) & n);
    |                                             ^
  Compare it, such as n > 0, or make numbers of the mask: mask.to(int32).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
