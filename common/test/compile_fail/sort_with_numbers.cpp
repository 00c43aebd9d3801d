// A sort whose axis and order are given as in Python.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/sort.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<64>);
    auto v = tl.load(x + i);
    tl.store(out + i, tl.sort(v, 0, true));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/sort_with_numbers.cpp:11:23: error: tl.sort takes a tile, an axis such as axis<1>, and the word descending if the largest element comes first
  11 | tl.store(out + i, tl.sort(v, 0, true));
     |                   ^~~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
