// A product of (M, K) by (N, K).
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, const float16_t* y, float* out) const {
    auto rows = tl.arange(size<64>);
    auto inner = tl.arange(size<32>);
    auto a = tl.load(x + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    auto b = tl.load(y + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    tl.store(out + rows(_, None) * 64 + rows(None, _), tl.dot(a, b));
  }
};

void run(view<const float16_t> x, view<const float16_t> y, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, y, out);
}

/* The message:
common/test/compile_fail/dot_of_wrong_shapes.cpp:12:56: error: tl.dot cannot multiply [64, 32] by [64, 32]
  12 | tl.store(out + rows(_, None) * 64 + rows(None, _), tl.dot(a, b));
     |                                                    ^~~~~~
  It multiplies (M, K) by (K, N): the first tile must have as many columns as the second has rows.
  tl.trans exchanges rows and columns.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
