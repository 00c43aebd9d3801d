// The bits of floats.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v & 15, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/bits_of_floats.cpp:10:31: error: & | ^ work on the bits of integers and on masks, but one side holds floats
  10 | tl.store(out + offsets, v & 15, offsets < n);
     |                           ^
  x.to(int32) converts numbers, x.to(int32, bitcast) takes their bits.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
