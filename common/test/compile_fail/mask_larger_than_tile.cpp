// A mask of two dimensions for pointers with one.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto rows = tl.arange(size<8>);
    auto mask = (rows(_, None) < n) & (offsets(None, _) < n);
    tl.store(out + offsets, tl.load(x + offsets), mask);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/mask_larger_than_tile.cpp:11:5: error: the pointers have shape [64], but the mask [8, 64]
  11 | tl.store(out + offsets, tl.load(x + offsets), mask);
     | ^~~~~~~~
  Each pointer takes one lane of the mask: give both the same shape.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
