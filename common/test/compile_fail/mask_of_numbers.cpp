// Offsets in place of a mask.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + offsets, offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_of_numbers.cpp:9:29: error: the mask must be a tile of true and false
  9 | tl.store(out + offsets, tl.load(x + offsets, offsets));
    |                         ^~~~~~~
  A comparison makes one, such as offsets < n.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
