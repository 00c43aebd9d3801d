// A mask where one truth value is needed.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    if (offsets < n) {
      tl.store(out + offsets, tl.load(x + offsets));
    }
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_in_if.cpp:9:5: error: a tile has a truth value for each lane, but this needs a single one
  9 | if (offsets < n) {
    | ^~
  An if decides for the whole program. To leave lanes out, give the mask to tl.load and tl.store;
  to choose between two values, use tl.where.
  Try: tl.store(out + offsets, value, mask)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
