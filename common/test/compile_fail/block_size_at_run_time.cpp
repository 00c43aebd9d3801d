// A template argument that is known only at run time.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  int block = 64;
  launch(out.device(), grid(1), Kernel<block>{}, x, out, 64);
}

/* The message:
common/test/compile_fail/block_size_at_run_time.cpp:16:40: error: block must be known at compile time, but is known only at run time
  16 | launch(out.device(), grid(1), Kernel<block>{}, x, out, 64);
     |                                      ^~~~~
  Extents of tiles and template arguments are fixed when the program is compiled. In a kernel they
  are template parameters, and in a function they are constants.
  Try: constexpr int block = 1024;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
