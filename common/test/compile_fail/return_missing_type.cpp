// A name that is not a type.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    flaot scale = 2;
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v * scale);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/return_missing_type.cpp:9:5: error: the name flaot is not known here
  9 | flaot scale = 2;
    | ^~~~~
  Is it misspelled?
  Try: float
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
