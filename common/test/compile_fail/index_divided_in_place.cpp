// /= on an index tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    offsets /= 2;
    tl.store(out + offsets, tl.load(x + offsets, offsets < n));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}


/* The message:
common/test/compile_fail/index_divided_in_place.cpp:9:5: error: an index tile keeps its type
  9 | offsets /= 2;
    | ^~~~~~~
  Write a new variable, such as auto scaled = offsets * n. Only += and -= with a number change one
  in place. Indices that a loop changes otherwise begin as values: auto k = tl.zeros(size<N>,
  int32) + offsets.
  Try: auto new_offsets = offsets / 2;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
