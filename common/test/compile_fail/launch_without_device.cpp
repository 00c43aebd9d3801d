// A launch without its device.
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
  launch(grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/launch_without_device.cpp:15:3: error: the arguments of this launch do not fit
  15 | launch(grid(1), Kernel{}, x, out, 64);
     | ^~~~~~
  It takes, in this order: the device, the grid, the kernel as an object with {}, and then the
  kernel's arguments after tl. The number of warps is a template argument.
  Try: launch(out.device(), grid(programs), Kernel<BLOCK_SIZE>{}, x, out);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
