// expect: a program has 1, 2, 4, 8, 16 or 32 warps
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(auto tl, float* out) const { tl.store(out, 1.0f); }
};

void run(view<float> out) {
  launch<3>(out.device(), grid(1), Kernel{}, out);
}
