// A tile handed to another program.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Second {
  KW_KERNEL void operator()(program auto tl, float* out, auto values) const {
    tl.store(out + tl.arange(size<64>), values);
  }
};

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto v = tl.load(x + tl.arange(size<64>));
    launch(cpu_device, grid(1), Second{}, out, v);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/tile_as_argument.cpp:15:5: error: a tile belongs to the program that made it and cannot be an argument of a launch
  15 | launch(cpu_device, grid(1), Second{}, out, v);
     | ^~~~~~
  Store it to a buffer, and load it there.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
