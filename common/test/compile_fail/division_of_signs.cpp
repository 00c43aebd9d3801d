// A division of integers with and without a sign.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n).to(int32);
    tl.store(out + offsets, v % tl.full(size<64>, 7, uint32), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/division_of_signs.cpp:10:31: error: / and % take two tiles of signed integers or two of unsigned ones, as in Triton
  10 | tl.store(out + offsets, v % tl.full(size<64>, 7, uint32), offsets < n);
     |                           ^
  A negative number has no unsigned type: convert one tile, such as x.to(int64).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
