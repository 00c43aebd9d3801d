// A new variable without auto.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    doubled = v * 2;
    tl.store(out + offsets, doubled);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/missing_auto.cpp:10:5: error: the name doubled is not known here
  10 | doubled = v * 2;
     | ^~~~~~~
  A new variable is declared where it first gets its value, with auto in front.
  Try: auto doubled = v * 2;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
