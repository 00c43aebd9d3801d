// A value with more elements than pointers.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    auto square = v(_, None) * v(None, _);
    tl.store(out + offsets, square);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/value_larger_than_tile.cpp:11:5: error: the pointers have shape [64], but the value [64, 64]
  11 | tl.store(out + offsets, square);
     | ^~~~~~~~
  Each pointer takes one lane of the value: give both the same shape.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
