// __syncthreads(), as in CUDA.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    __syncthreads();
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/cuda_synchronised.cpp:10:5: error: a kernel has no __syncthreads, which is a word of CUDA C++ or of another language
  10 | __syncthreads();
     | ^~~~~~~~~~~~~
  The library keeps the threads of a program in step. Only a load of a value that the same program
  stored needs a barrier in between.
  Try: tl.barrier();
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
