// tl.where without its third argument.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.where(offsets < n, v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/where_with_two_arguments.cpp:10:29: error: tl.where takes 3 arguments, but this call has 2
  10 | tl.store(out + offsets, tl.where(offsets < n, v));
     |                         ^~~~~~~~
  It takes a mask and two values, tiles or numbers, and returns a where the mask is true and b
  elsewhere.
  Try: tl.where(offsets < n, v, b)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
