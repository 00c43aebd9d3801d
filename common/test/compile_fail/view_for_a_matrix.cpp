// A view where the kernel takes a matrix.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < x.columns();
    int row = tl.program_id(0);
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask), mask);
  }
};

void run(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(out.extent(0)), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/view_for_a_matrix.cpp:16:45: error: argument 1 of Kernel arrives as a pointer, but the kernel takes matrix<const float> x
  16 | launch(out.device(), grid(out.extent(0)), Kernel{}, x, out);
     |                                           ^~~~~~
  A view arrives as its pointer, unless the launch makes a matrix of it.
  Try: matrix(x)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
