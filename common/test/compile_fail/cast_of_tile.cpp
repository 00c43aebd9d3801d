// A cast of a tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, static_cast<float>(v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/cast_of_tile.cpp:10:29: error: the element type of a tile is changed with .to
  10 | tl.store(out + offsets, static_cast<float>(v));
     |                         ^~~~~~~~~~~~~~~~~~~~~
  Try: v.to(float32)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
