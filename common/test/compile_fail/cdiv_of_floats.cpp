// tl.cdiv of floats.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.cdiv(v, 64), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/cdiv_of_floats.cpp:10:29: error: tl.cdiv divides integers and rounds up
  10 | tl.store(out + offsets, tl.cdiv(v, 64), offsets < n);
     |                         ^~~~~~~
  For floats, tl.ceil(a / b).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
