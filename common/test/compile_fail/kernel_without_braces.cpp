// A type where an object is needed.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel<64>, x, out, 64);
}

/* The message:
common/test/compile_fail/kernel_without_braces.cpp:15:33: error: Kernel<64> is a type; launch takes an object of it
  15 | launch(out.device(), grid(1), Kernel<64>, x, out, 64);
     |                               ^~~~~~~~~~
  A pair of braces makes the object.
  Try: Kernel<64>{}
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
