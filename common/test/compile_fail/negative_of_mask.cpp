// The negative of a mask.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = offsets < n;
    tl.store(out + offsets, -mask, mask);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/negative_of_mask.cpp:10:29: error: a mask has no negative
  10 | tl.store(out + offsets, -mask, mask);
     |                         ^
  ~mask is its opposite; mask.to(int32) makes numbers of it.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/negative_of_mask.cpp:10: error: a mask has no negative
  10 | tl.store(out + offsets, -mask, mask);
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  ~mask is its opposite; mask.to(int32) makes numbers of it.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
