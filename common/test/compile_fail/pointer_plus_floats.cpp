// Values in place of offsets.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + v, v);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/pointer_plus_floats.cpp:10:18: error: pointer + tile needs a tile of integers: offsets, counted in elements
  10 | tl.store(out + v, v);
     |              ^
  This tile holds another type.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
