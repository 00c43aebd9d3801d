// threadIdx, as in CUDA.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + threadIdx.x, offsets < n));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/cuda_thread_index.cpp:9:41: error: a kernel has no threadIdx, which is a word of CUDA C++ or of another language
  9 | tl.store(out + offsets, tl.load(x + threadIdx.x, offsets < n));
    |                                     ^~~~~~~~~
  A kernel describes what one program does with a whole block of elements. The library decides
  which thread does what, and what threads share.
  Try: auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

/* The message of nvcc:
common/test/compile_fail/cuda_thread_index.cpp:9:29: error: this tl.load reads one element, but its mask is a tile
  9 | tl.store(out + offsets, tl.load(x + threadIdx.x, offsets < n));
    |                         ^~~~~~~
  Add the offsets to the pointer, such as tl.load(x + offsets, mask).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
