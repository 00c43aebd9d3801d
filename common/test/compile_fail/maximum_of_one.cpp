// tl.maximum of one tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out, tl.maximum(v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/maximum_of_one.cpp:10:19: error: tl.maximum takes 2 arguments, but this call has 1
  10 | tl.store(out, tl.maximum(v));
     |               ^~~~~~~~~~
  It compares two tiles lane by lane; tl.max(a) makes one number of a tile.
  Try: tl.maximum(v, b)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
