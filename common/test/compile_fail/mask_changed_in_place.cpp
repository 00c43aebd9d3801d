// &= on a mask of indices, with a mask of other indices.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = offsets < n;
    mask &= offsets % 3 > 0;
    tl.store(out + offsets, tl.load(x + offsets, mask), mask);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_changed_in_place.cpp:10:5: error: a mask of indices keeps its type
  10 | mask &= offsets % 3 > 0;
     | ^~~~
  Only masks of the same indices narrow it, as in mask = mask & (i > 3). Write a new variable,
  such as auto both = mask & (x > 0). A mask that a loop changes begins as values: auto mask =
  tl.full(size<N>, true) & (offsets < n).
  Try: auto new_mask = mask & offsets % 3 > 0;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
