// A variable of 16 bits that begins with a number.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const bfloat16_t* x, float* out) const {
    bfloat16_t scale = tl.load(x) * 2.0f;
    tl.store(out, scale);
  }
};

void run(view<const bfloat16_t> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
common/test/compile_fail/variable_of_16_bits.cpp:8:24: error: a bfloat16_t only stores a number, and is not made from one by =
  8 | bfloat16_t scale = tl.load(x) * 2.0f;
    |                    ^~~~~~~~~~~~~~~~~
  Arithmetic on it gives a float, so a variable is best one as well. tl.cast converts where the
  rounded number is wanted.
  Try: float scale = tl.load(x) * 2.0f;
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
