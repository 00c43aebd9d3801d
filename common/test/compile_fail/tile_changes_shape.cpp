// A tile that would change its shape.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    v = v(_, None);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/tile_changes_shape.cpp:10:5: error: a tile keeps its shape and its element type
  10 | v = v(_, None);
     | ^
  Write a new variable, with auto, for a result of another shape or type; x.to(float32) converts.
  Try: auto new_v = v(_, None);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
