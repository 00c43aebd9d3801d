// v ^ 2 for a square.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v ^ 2, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/power_as_caret.cpp:10:31: error: ^ is not a power in C++: it works on the bits of integers
  10 | tl.store(out + offsets, v ^ 2, offsets < n);
     |                           ^
  A square is a product; tl.pow(x, y) takes any exponent.
  Try: v * v
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
