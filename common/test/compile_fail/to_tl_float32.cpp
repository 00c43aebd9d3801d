// tl.float32, as in Triton.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v.to(tl.float32));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/to_tl_float32.cpp:10:34: error: types and constants are plain names here: float32, without tl.
  10 | tl.store(out + offsets, v.to(tl.float32));
     |                              ^~~~~~~~~~
  Try: float32
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
