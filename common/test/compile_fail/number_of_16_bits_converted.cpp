// The conversion of a tile, of a number of 16 bits.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, float* out) const {
    auto scale = tl.load(x).to(float32);
    tl.store(out, scale);
  }
};

void run(view<const float16_t> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/number_of_16_bits_converted.cpp:8:29: error: tl.load(x) is a plain number, not a tile
  8 | auto scale = tl.load(x).to(float32);
    |                         ^~
  A number has no member functions. It can be used in the arithmetic of tiles as it is.
  Try: tl.cast(tl.load(x), float32)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
