// The shape as a plain number.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.full(64, 1.0f));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/full_without_size.cpp:9:29: error: tl.full takes its shape as a type
  9 | tl.store(out + offsets, tl.full(64, 1.0f));
    |                         ^~~~~~~
  Write tl.full(size<N>, value), or tl.full(shape<M, N>, value) for two dimensions; extents are
  known at compile time.
  Try: tl.full(size<64>, 1.0f)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
