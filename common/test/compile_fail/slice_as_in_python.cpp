// offsets[:, None], as in Python.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto rows = offsets[:, None];
    tl.store(out + offsets, tl.load(x + rows));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/slice_as_in_python.cpp:9:17: error: an axis is added with parentheses here, not with brackets and a colon
  9 | auto rows = offsets[:, None];
    |             ^~~~~~~~~~~~~~~~
  (_, None) makes a column of a 1-D tile, (None, _) a row. You cannot take a part of a tile: load
  the part that you need.
  Try: offsets(_, None)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
