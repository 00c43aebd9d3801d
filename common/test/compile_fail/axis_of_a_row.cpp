// An axis that a tile does not have.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out, tl.sum(tl.load(x + offsets, offsets < n), axis<1>));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/axis_of_a_row.cpp:9:19: error: this tile has no such axis
  9 | tl.store(out, tl.sum(tl.load(x + offsets, offsets < n), axis<1>));
    |               ^~~~~~
  A 1-D tile has axis<0>; a 2-D tile has axis<0> (down each column) and axis<1> (along each row).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
