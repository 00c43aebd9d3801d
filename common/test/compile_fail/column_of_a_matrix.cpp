// A column of a tile that is a column already.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto column = offsets(_, None);
    tl.store(out + offsets, tl.load(x + column(_, None)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/column_of_a_matrix.cpp:10:41: error: (_, None) makes a column of a 1-D tile
  10 | tl.store(out + offsets, tl.load(x + column(_, None)));
     |                                     ^~~~~~
  This tile is 2-D already.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/column_of_a_matrix.cpp:10: error: (_, None) makes a column of a 1-D tile
  10 | tl.store(out + offsets, tl.load(x + column(_, None)));
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  This tile is 2-D already.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
