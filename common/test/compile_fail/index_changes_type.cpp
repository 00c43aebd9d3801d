// x = x * n on an index tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    offsets = offsets * n;
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/index_changes_type.cpp:9:5: error: an index tile keeps its type
  9 | offsets = offsets * n;
    | ^~~~~~~
  Write a new variable, such as auto scaled = offsets * n. Only += and -= with a number change one
  in place.
  Try: auto new_offsets = offsets * n;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
