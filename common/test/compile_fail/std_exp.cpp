// A function of the C++ library on a tile.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, std::exp(v));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/std_exp.cpp:10:34: error: exp takes single numbers only; the functions of tl take tiles as well
  10 | tl.store(out + offsets, std::exp(v));
     |                              ^~~
  A kernel calls its functions through tl, which knows the program.
  Try: tl.exp(v)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
