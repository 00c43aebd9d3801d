// A reshape to another number of elements.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/shapes.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, tl.ravel(tl.reshape(v, shape<8, 16>)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/reshape_changes_size.cpp:11:32: error: tl.reshape keeps the number of elements, but these two shapes have different numbers
  11 | tl.store(out + i, tl.ravel(tl.reshape(v, shape<8, 16>)));
     |                            ^~~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
