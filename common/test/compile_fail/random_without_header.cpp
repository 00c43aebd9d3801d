// Random numbers without their header.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v * tl.rand(42, offsets), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/random_without_header.cpp:10:33: error: this function is in a header of its own
  10 | tl.store(out + offsets, v * tl.rand(42, offsets), offsets < n);
     |                             ^~~~~~~
  Write #include <kernelwright/random.hpp> above the kernel.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
