// && between masks.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + offsets, offsets >= 0 && offsets < n));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/logical_and_of_masks.cpp:9:63: error: combine masks with & (lane by lane), not with && (one truth value)
  9 | tl.store(out + offsets, tl.load(x + offsets, offsets >= 0 && offsets < n));
    |                                                           ^~
  Mind the parentheses: (rows < m) & (cols < n).
  Try: (offsets >= 0) & (offsets < n)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
