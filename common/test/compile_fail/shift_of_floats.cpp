// A shift of floats.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v << 1, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/shift_of_floats.cpp:10:31: error: << and >> shift the bits of integers, but one side holds floats or is a mask
  10 | tl.store(out + offsets, v << 1, offsets < n);
     |                           ^
  x.to(int32) converts numbers and masks, x.to(int32, bitcast) takes the bits of floats.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
