// True, as in Python.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, True);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/true_as_in_python.cpp:10:32: error: True is a word of another language, and has another name here
  10 | tl.store(out + offsets, v, True);
     |                            ^~~~
  Try: true
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
