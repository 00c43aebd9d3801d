// A function for tl.map that returns nothing.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.map([](float a) { a = a * 2; }, v), offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/map_without_result.cpp:10:29: error: the function of tl.map returns one number for each lane, but this one returns something else
  10 | tl.store(out + offsets, tl.map([](float a) { a = a * 2; }, v), offsets < n);
     |                         ^~~~~~
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
