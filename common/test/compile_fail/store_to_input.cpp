// A store to an input.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(x + offsets, tl.load(x + offsets, offsets < n));
    tl.store(out, 1.0f);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/store_to_input.cpp:9:5: error: tl.store through pointers to const
  9 | tl.store(x + offsets, tl.load(x + offsets, offsets < n));
    | ^~~~~~~~
  A parameter such as const float* x is an input: store to the output.
  Try: tl.store(out + offsets, ...)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
