// tl.program_id() without its axis.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto first = tl.program_id() * 64;
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/program_id_without_axis.cpp:9:18: error: tl.program_id takes 1 argument, but this call has 0
  9 | auto first = tl.program_id() * 64;
    |              ^~~~~~~~~~~~~
  Its argument is the axis of the grid, a plain number: 0, 1 or 2.
  Try: tl.program_id(0)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
