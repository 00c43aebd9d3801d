// A kernel that takes its program by reference.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto& tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/program_by_reference.cpp:7:18: error: the first parameter of Kernel must be the program, but here it is program auto& tl
  7 | KW_KERNEL void operator()(program auto& tl, const float* x, float* out, int n) const {
    |                ^~~~~~~~~~
  A launch calls the kernel once for every program. Each call gets its own program first, by
  value, and then the arguments of launch in their order.
  Try: KW_KERNEL void operator()(program auto tl, ...) const {
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
