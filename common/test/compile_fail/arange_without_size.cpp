// tl.arange without size<>.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + tl.arange(n), tl.load(x + offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/arange_without_size.cpp:9:20: error: tl.arange takes its length as a type
  9 | tl.store(out + tl.arange(n), tl.load(x + offsets));
    |                ^~~~~~~~~
  Write tl.arange(size<N>), such as tl.arange(size<BLOCK_SIZE>); N must be known at compile time.
  Try: tl.arange(size<BLOCK_SIZE>) with a template parameter: n is known only when the kernel runs
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
