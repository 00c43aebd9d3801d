// A call operator without const.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/kernel_not_const.cpp:7:18: error: the kernel's operator() is not const
  7 | KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) {
    |                ^~~~~~~~~~
  All programs share one functor, so write const after the parameters.
  Try: KW_KERNEL void operator()(program auto tl, ...) const {
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
