// A block size that is known only when the kernel runs.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto lanes = tl.arange(size<n>);
    tl.store(out + lanes, tl.load(x + lanes));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/size_at_run_time.cpp:9:33: error: n must be known at compile time, but is known only at run time
  9 | auto lanes = tl.arange(size<n>);
    |                             ^
  Extents of tiles and template arguments are fixed when the program is compiled. In a kernel they
  are template parameters, and in a function they are constants.
  Try: template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
