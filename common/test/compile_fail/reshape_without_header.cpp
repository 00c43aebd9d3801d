// A function whose header is not included.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, tl.ravel(v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/reshape_without_header.cpp:10:23: error: this function is in a header of its own
  10 | tl.store(out + i, tl.ravel(v));
     |                   ^~~~~~~~
  Write #include <kernelwright/shapes.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
