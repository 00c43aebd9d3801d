// tl.cdiv, as in Triton.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + tl.cdiv(n, 64), v);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/cdiv_of_tl.cpp:10:20: error: tl.cdiv is spelled differently here
  10 | tl.store(out + tl.cdiv(n, 64), v);
     |                ^~~~~~~
  It is a plain function, so that the host can call it too.
  Try: cdiv(n, BLOCK_SIZE)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
