// tl.arange(0, N), as in Triton.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + tl.arange(0, 64), tl.load(x + offsets, offsets < n));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/arange_as_in_triton.cpp:9:20: error: Triton's tl.arange(0, N) is tl.arange(size<N>) here
  9 | tl.store(out + tl.arange(0, 64), tl.load(x + offsets, offsets < n));
    |                ^~~~~~~~~
  N must be known at compile time, such as BLOCK_SIZE.
  Try: tl.arange(size<64>)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
