// A tile assigned to a float.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    float v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/tile_in_float.cpp:9:5: error: v is declared as one float, but gets a whole tile
  9 | float v = tl.load(x + offsets, offsets < n);
    | ^~~~~
  A tile is declared with auto. tl.sum, tl.max and the like reduce it to one number.
  Try: auto v = tl.load(x + offsets, offsets < n);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
