// A scan whose direction is given as in Python.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, tl.cumsum(v, axis<0>, true));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/reverse_as_flag.cpp:10:23: error: a scan from the end is asked for by the word reverse, such as tl.cumsum(x, axis<0>, reverse)
  10 | tl.store(out + i, tl.cumsum(v, axis<0>, true));
     |                   ^~~~~~~~~
  The direction must be known at compile time.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
