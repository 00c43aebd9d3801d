// A template without its argument.
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
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/block_size_missing.cpp:15:33: error: Kernel needs its template arguments
  15 | launch(out.device(), grid(1), Kernel{}, x, out, 64);
     |                               ^~~~~~
  The kernel is a template over its block sizes; say which ones to use.
  Try: Kernel<1024>{}
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
