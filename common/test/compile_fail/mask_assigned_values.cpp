// mask = mask & ... with a mask of loaded values.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask, 0.0f);
    mask = mask & (v > 0.0f);
    tl.store(out + offsets, v, mask);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_assigned_values.cpp:11:5: error: a mask of indices keeps its type
  11 | mask = mask & (v > 0.0f);
     | ^~~~
  Only masks of the same indices narrow it, as in mask = mask & (i > 3). Write a new variable,
  such as auto both = mask & (x > 0). A mask that a loop changes begins as values: auto mask =
  tl.full(size<N>, true) & (offsets < n).
  Try: auto new_mask = mask & (v > 0.0f);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
