// tl.max for tl.maximum.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.max(v, v * 2.0f));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/max_of_two.cpp:10:29: error: tl.maximum compares two values lane by lane; tl.max goes along a tile
  10 | tl.store(out + offsets, tl.max(v, v * 2.0f));
     |                         ^~~~~~
  Try: tl.maximum(v, v * 2.0f)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
