// Twelve warps on GPUs that have no warpgroups.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 1.0f); }
};

void run(view<float> out) {
  if (const hopper_gpu gpu{out.device()}) {
    launch<12>(gpu, grid(1), Kernel{}, out);
  } else {
    launch<12>(gpu.other(), grid(1), Kernel{}, out);
  }
}

/* The message:
common/test/compile_fail/other_gpu_of_twelve_warps.cpp:14:5: error: a program has 1, 2, 4, 8, 16 or 32 warps (12 as well on a hopper_gpu)
  14 | launch<12>(gpu.other(), grid(1), Kernel{}, out);
     | ^~~~~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
