// Offsets added to a matrix, and not to one of its rows.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < x.columns();
    int row = tl.program_id(0);
    tl.store(out.row(row) + cols, tl.load(x + cols, mask), mask);
  }
};

void run(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(out.extent(0)), Kernel{}, matrix(x), matrix(out));
}

/* The message:
common/test/compile_fail/offsets_of_a_matrix.cpp:11:45: error: offsets are added to a row of a matrix, not to the matrix
  11 | tl.store(out.row(row) + cols, tl.load(x + cols, mask), mask);
     |                                         ^
  Write x.row(r) + cols, where r is a row number, or rows(_, None) for a tile of rows.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/offsets_of_a_matrix.cpp:11: error: offsets are added to a row of a matrix, not to the matrix
  11 | tl.store(out.row(row) + cols, tl.load(x + cols, mask), mask);
     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  Write x.row(r) + cols, where r is a row number, or rows(_, None) for a tile of rows.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
