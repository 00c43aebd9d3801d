// The ?: of C++ with a mask.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v > 0 ? v : 0);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_chooses.cpp:10:29: error: a tile has a truth value for each lane, but this needs a single one
  10 | tl.store(out + offsets, v > 0 ? v : 0);
     |                         ^~~~~~~~~~~~~
  ?: chooses once; tl.where chooses lane by lane.
  Try: tl.where(v > 0, v, 0)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
