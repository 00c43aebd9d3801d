// The exponential of integers.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.exp(tl.load(x + offsets).to(int32)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/exp_of_integers.cpp:9:29: error: this function needs floats, but the tile holds integers
  9 | tl.store(out + offsets, tl.exp(tl.load(x + offsets).to(int32)));
    |                         ^~~~~~
  Convert first: x.to(float32).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
