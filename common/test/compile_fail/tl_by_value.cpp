// A helper of a kernel that takes tl by value, as the kernel itself does.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

KW_HD auto doubled(program auto tl, const float* x, int n) {
  auto offsets = tl.arange(size<64>);
  return tl.load(x + offsets, offsets < n) * 2.0f;
}

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<64>);
    tl.store(out + offsets, doubled(tl, x, n), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/tl_by_value.cpp:14:29: error: tl cannot be copied: doubled must take it by reference
  14 | tl.store(out + offsets, doubled(tl, x, n), offsets < n);
     |                         ^~~~~~~
  Each program has one tl, and every function that it calls shares it.
  Try: KW_HD auto doubled(program auto& tl, ...)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
