// The axis as a plain number.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out, tl.sum(v, 0));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/axis_as_number.cpp:10:19: error: an axis is written axis<0> or axis<1>, not as a plain number
  10 | tl.store(out, tl.sum(v, 0));
     |               ^~~~~~
  The shape of the result depends on it, so it must be known at compile time. axis<0> goes down
  each column, axis<1> along each row; a 1-D tile has axis<0>.
  Try: tl.sum(v, axis<0>)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
