// x.size() of a pointer.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < x.size());
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/length_of_pointer.cpp:9:45: error: x is a pointer: it knows neither a length nor a shape
  9 | auto v = tl.load(x + offsets, offsets < x.size());
    |                                         ^~~~~~
  The kernel takes sizes and strides as parameters, and the launch passes them.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
