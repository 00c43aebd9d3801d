// A for loop as in Python.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    for k in range(0, n, 64):
      tl.store(out + offsets, tl.load(x + offsets));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/for_as_in_python.cpp:9: error: this is a loop of Python; C++ has three parts in parentheses, and braces
  9 | for k in range(0, n, 64):
    | ^~~~~~~~~~~~~~~~~~~~~~~~~
  Start, condition and step are separated by semicolons.
  Try: for (int k = 0; k < n; k += 64) { ... }
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
