// A kernel called as a function.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  Kernel{}(x, out, 64);
}

/* The message:
common/test/compile_fail/kernel_called.cpp:15:3: error: a kernel is not called; launch runs it, once for each program of a grid
  15 | Kernel{}(x, out, 64);
     | ^~~~~~
  launch makes the `tl` that the kernel takes first.
  Try: launch(out.device(), grid(programs), Kernel{}, x, out, 64);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
