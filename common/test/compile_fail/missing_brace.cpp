// A missing closing brace.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/missing_brace.cpp:7:87: error: this `{` has no `}`
  7 | KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    |                                                                                     ^
  It is missing above or in line 11.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
