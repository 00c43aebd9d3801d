// A misspelled name.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + ofsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/undeclared_name.cpp:9:26: error: the name ofsets is not known here
  9 | auto v = tl.load(x + ofsets, offsets < n);
    |                      ^~~~~~
  Is it misspelled?
  Try: offsets
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
