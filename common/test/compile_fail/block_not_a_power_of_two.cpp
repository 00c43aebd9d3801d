// A block size that is not a power of two.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + tl.arange(size<100>), tl.load(x + offsets, offsets < n));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/block_not_a_power_of_two.cpp:9:35: error: a tile of 100 elements: the extent of a tile must be a power of two
  9 | tl.store(out + tl.arange(size<100>), tl.load(x + offsets, offsets < n));
    |                               ^~~
  Take the next power of two, and mask off the lanes that you do not need. Blocks are 1, 2, 4, 8,
  ... elements, as in Triton.
  Try: size<128>, with a mask such as offsets < n
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
