// A sort needs a power of two.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/sort.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<192>);
    tl.store(out + i, tl.sort(tl.load(x + i)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/sort_of_192.cpp:9:29: error: a tile of 192 elements: the extent of a tile must be a power of two
  9 | auto i = tl.arange(size<192>);
    |                         ^~~
  Take the next power of two, and mask off the lanes that you do not need. Blocks are 1, 2, 4, 8,
  ... elements, as in Triton.
  Try: size<256>, with a mask such as offsets < n
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
