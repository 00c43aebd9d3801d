// A kernel that captures a tile of another program.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    launch(cpu_device, grid(1), [=](auto tl, float* out) { tl.store(out + offsets, v); }, out);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/lambda_captures_tile.cpp:10:5: error: a lambda that is a kernel must not capture
  10 | launch(cpu_device, grid(1), [=](auto tl, float* out) { tl.store(out + offsets, v); }, out);
     | ^~~~~~
  It runs as many programs, on a GPU far from this function, where a captured tile or variable
  does not exist: pass it as an argument of launch.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
