// A kernel that takes program as if it were a type.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/program_without_auto.cpp:7:29: error: program is not a type: it goes before auto
  7 | KW_KERNEL void operator()(program tl, const float* x, float* out, int n) const {
    |                           ^~~~~~~
  It is a concept: it says what tl can do. The type of tl differs between a CPU and a GPU, and
  auto covers both.
  Try: program auto tl
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
