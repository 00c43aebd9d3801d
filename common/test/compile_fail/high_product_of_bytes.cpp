// tl.umulhi of 8-bit integers.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n).to(int8);
    tl.store(out + offsets, tl.umulhi(v, v), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/high_product_of_bytes.cpp:10:29: error: tl.umulhi multiplies integers of 32 or 64 bits
  10 | tl.store(out + offsets, tl.umulhi(v, v), offsets < n);
     |                         ^~~~~~~~~
  Convert first, such as x.to(uint32).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
