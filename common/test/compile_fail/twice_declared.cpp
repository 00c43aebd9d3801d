// A name declared twice.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    auto v = tl.load(out + offsets);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/twice_declared.cpp:10:10: error: v is declared twice
  10 | auto v = tl.load(out + offsets);
     |      ^
  Each variable or parameter has one declaration. Choose another name, or leave out auto to change
  the tile that exists.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
