// A matrix as an array of rows.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < x.columns();
    int row = tl.program_id(0);
    tl.store(out.row(row) + cols, tl.load(x[row] + cols, mask), mask);
  }
};

void run(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(out.extent(0)), Kernel{}, matrix(x), matrix(out));
}

/* The message:
common/test/compile_fail/subscript_of_matrix.cpp:11:44: error: a matrix is not an array of elements
  11 | tl.store(out.row(row) + cols, tl.load(x[row] + cols, mask), mask);
     |                                        ^
  It knows x.row(r), x.rows(), x.columns(), x.stride() and x.data(). Its rows are addresses, and
  tl.load reads what is there.
  Try: x.row(row) + cols
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
