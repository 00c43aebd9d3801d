// v ** 2.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v ** 2);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/power_as_in_python.cpp:10:31: error: C++ has no operator **
  10 | tl.store(out + offsets, v ** 2);
     |                           ^~
  A square is a product; tl.pow takes any exponent.
  Try: v * v, or tl.pow(x, y)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
