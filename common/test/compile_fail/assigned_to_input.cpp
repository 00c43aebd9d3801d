// An input assigned to.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    x[0] = 1.0f;
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/assigned_to_input.cpp:9:5: error: x is const: it can be read, not written
  9 | x[0] = 1.0f;
    | ^
  A parameter such as const float* x is an input. Results go to an output, by tl.store.
  Try: tl.store(out + offsets, value, mask)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
