// axis=0: C++ has no keyword arguments.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out, tl.sum(v, axis=0));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/axis_as_keyword.cpp:10:29: error: C++ has no keyword arguments such as axis=
  10 | tl.store(out, tl.sum(v, axis=0));
     |                         ^~~~
  Arguments go by their position: tl.load(pointers, mask, other), tl.store(pointers, value, mask),
  tl.sum(tile, axis<1>), tl.program_id(0).
  Try: axis<0>
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
