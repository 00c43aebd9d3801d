// 0 < offsets < n.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, 0 < offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/range_of_masks.cpp:9:47: error: a mask is compared with numbers
  9 | auto v = tl.load(x + offsets, 0 < offsets < n);
    |                                           ^
  a < b < c is not a range here: combine two masks, (a < b) & (b < c).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/range_of_masks.cpp:9: error: a mask is compared with numbers
  9 | auto v = tl.load(x + offsets, 0 < offsets < n);
    | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  a < b < c is not a range here: combine two masks, (a < b) & (b < c).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
