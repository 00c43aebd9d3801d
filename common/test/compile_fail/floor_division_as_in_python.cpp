// // begins a comment in C++.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto half = n // 2;
    tl.store(out + offsets, tl.load(x + offsets, offsets < half));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/floor_division_as_in_python.cpp:9:19: error: // begins a comment in C++, so the compiler ignores the rest of this line
  9 | auto half = n // 2;
    |               ^~
  Between integers, / rounds down to an integer already.
  Try: auto half = n / 2;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
