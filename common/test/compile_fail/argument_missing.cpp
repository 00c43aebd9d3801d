// A launch with one argument too few.
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
  launch(out.device(), grid(1), Kernel<64>{}, x, out);
}

/* The message:
common/test/compile_fail/argument_missing.cpp:15:33: error: launch passes 2 arguments, but Kernel takes 3 after tl
  15 | launch(out.device(), grid(1), Kernel<64>{}, x, out);
     |                               ^~~~~~
  Passed are (const float*, float*); the kernel takes (const float* x, float* out, int n). They
  are matched in order. A view arrives as its pointer, a view<const float> as a pointer to const.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
