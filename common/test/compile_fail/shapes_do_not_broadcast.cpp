// Two shapes that do not broadcast.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto cols = tl.arange(size<32>);
    tl.store(out + offsets, tl.load(x + offsets * n + cols));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/shapes_do_not_broadcast.cpp:10:53: error: the shapes [64] and [32] of these two tiles do not broadcast
  10 | tl.store(out + offsets, tl.load(x + offsets * n + cols));
     |                                                 ^
  Each extent must be equal or 1. To combine an index of rows with an index of columns, write
  rows(_, None) for a column and cols(None, _) for a row.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/shapes_do_not_broadcast.cpp:10: error: the shapes [64] and [32] of these two tiles do not broadcast
  10 | tl.store(out + offsets, tl.load(x + offsets * n + cols));
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  Each extent must be equal or 1. To combine an index of rows with an index of columns, write
  rows(_, None) for a column and cols(None, _) for a row.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
