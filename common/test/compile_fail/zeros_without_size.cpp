// The shape as a plain number.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.zeros(64));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/zeros_without_size.cpp:9:29: error: tl.zeros takes its shape as a type
  9 | tl.store(out + offsets, tl.zeros(64));
    |                         ^~~~~~~~
  Write tl.zeros(size<N>), or tl.zeros(shape<M, N>) for two dimensions; extents are known at
  compile time.
  Try: tl.zeros(size<64>)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
