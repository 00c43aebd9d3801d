// Rows and columns added without (_, None).
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto rows = tl.arange(size<8>);
    auto cols = tl.arange(size<64>);
    auto mask = (rows < n) & (cols < n);
    tl.store(out + cols, tl.load(x + cols, mask));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/pointers_of_2d_index.cpp:11:28: error: the shapes [8] and [64] of these two tiles do not broadcast
  11 | auto mask = (rows < n) & (cols < n);
     |                        ^
  Each extent must be equal or 1. To combine an index of rows with an index of columns, write
  rows(_, None) for a column and cols(None, _) for a row.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
