// v.T.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v.T);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/transpose_as_in_numpy.cpp:10:31: error: this value has no .T here
  10 | tl.store(out + offsets, v.T);
     |                           ^
  Try: tl.trans(v)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
