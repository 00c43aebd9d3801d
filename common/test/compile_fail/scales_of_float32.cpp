// Scales that need not be powers of two.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/quantised.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* x, float* out) const {
    auto i = tl.arange(size<32>);
    auto a = tl.load(x + i(_, None) * 32 + i(None, _));
    auto scale = tl.load(out + i(_, None));
    auto c = tl.dot_scaled(a, scale, e4m3, a, scale, e4m3);
    tl.store(out + i(_, None) * 32 + i(None, _), c);
  }
};

void run(view<const std::uint8_t> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/scales_of_float32.cpp:12:14: error: a scale of tl.dot_scaled is uint8, the exponent of a power of two (e8m0), or float8e4nv
  12 | auto c = tl.dot_scaled(a, scale, e4m3, a, scale, e4m3);
     |          ^~~~~~~~~~~~~
  Multiply by scales of float32 yourself: each group of K is a tl.dot, and its sum is multiplied.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
