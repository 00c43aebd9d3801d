// A const view for a pointer that the kernel stores through.
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
  launch(out.device(), grid(1), Kernel<64>{}, out, x, 64);
}

/* The message:
common/test/compile_fail/input_as_output.cpp:15:33: error: argument 2 of Kernel is an input, but the kernel takes float* out, an output
  15 | launch(out.device(), grid(1), Kernel<64>{}, out, x, 64);
     |                               ^~~~~~
  Passed are (float*, const float*, int); the kernel takes (const float* x, float* out, int n).
  They are matched in order. A view arrives as its pointer, a view<const float> as a pointer to
  const.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
