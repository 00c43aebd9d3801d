// A count as the mask of one element.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto scale = tl.load(x, n, 1.0f);
    tl.store(out + offsets, scale, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/condition_is_a_number.cpp:9:18: error: the mask of one element is a condition, but this one is a number
  9 | auto scale = tl.load(x, n, 1.0f);
    |              ^~~~~~~
  A comparison makes one, such as i < n; && combines two.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
