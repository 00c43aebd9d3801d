// The transpose of a 1-D tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.trans(v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/transpose_of_a_row.cpp:10:29: error: tl.trans needs a 2-D tile
  10 | tl.store(out + offsets, tl.trans(v));
     |                         ^~~~~~~~
  A column out of a 1-D tile is x(_, None), a row x(None, _).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
