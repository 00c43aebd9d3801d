// A function of the language without tl.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/missing_tl.cpp:9:14: error: load is a function of tl
  9 | auto v = load(x + offsets, offsets < n);
    |          ^~~~
  The language's functions are called through tl, which knows the program.
  Try: tl.load(x + offsets, offsets < n)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
