// A tile stored to one element.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out, v);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/store_without_offsets.cpp:10:5: error: this tl.store writes one element, but its value is a tile
  10 | tl.store(out, v);
     | ^~~~~~~~
  Add the offsets to the pointer. To store one number, reduce the tile first: tl.sum(value) or
  tl.max(value).
  Try: tl.store(out + offsets, v);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
