// A lambda in a kernel that captures tl by value.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<64>);
    auto read = [=](int start) { return tl.load(x + start + offsets, offsets < n); };
    tl.store(out + offsets, read(0) + read(64), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/tl_captured_by_value.cpp:9:17: error: tl cannot be copied: the lambda must take it by reference
  9 | auto read = [=](int start) { return tl.load(x + start + offsets, offsets < n); };
    |             ^~~
  Each program has one tl, and every function that it calls shares it.
  Try: [&]
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
