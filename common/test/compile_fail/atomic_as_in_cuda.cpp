// atomicAdd, as in CUDA.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    atomicAdd(out + offsets, v);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/atomic_as_in_cuda.cpp:10:5: error: a kernel has no atomicAdd, which is a word of CUDA C++ or of another language
  10 | atomicAdd(out + offsets, v);
     | ^~~~~~~~~
  The address comes first: a pointer plus offsets.
  Try: tl.atomic_add(out + offsets, v);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
