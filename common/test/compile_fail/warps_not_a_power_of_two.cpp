// Three warps.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 1.0f); }
};

void run(view<float> out) {
  launch<3>(out.device(), grid(1), Kernel{}, out);
}

/* The message:
common/test/compile_fail/warps_not_a_power_of_two.cpp:11:3: error: a program has 1, 2, 4, 8, 16 or 32 warps (12 as well on a hopper_gpu)
  11 | launch<3>(out.device(), grid(1), Kernel{}, out);
     | ^~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
