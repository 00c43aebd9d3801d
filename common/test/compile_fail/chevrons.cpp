// <<< >>>, as in CUDA.
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
  Kernel<<<1, 64>>>(x, out, 64);
}

/* The message:
common/test/compile_fail/chevrons.cpp:15:9: error: a kernel is started by launch here, not by <<< >>>
  15 | Kernel<<<1, 64>>>(x, out, 64);
     |       ^~~
  It takes the device, the grid, the kernel, and the kernel's arguments.
  Try: launch(out.device(), grid(programs), Kernel{}, x, out);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
