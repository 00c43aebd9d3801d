// A product of two element types.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, const float16_t* y, float* out) const {
    auto rows = tl.arange(size<64>);
    auto inner = tl.arange(size<32>);
    auto a = tl.load(x + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    auto b = tl.load(y + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    tl.store(out + rows(_, None) * 64 + rows(None, _), tl.dot(a.to(float32), tl.trans(b)));
  }
};

void run(view<const float16_t> x, view<const float16_t> y, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, y, out);
}

/* The message:
common/test/compile_fail/dot_of_two_types.cpp:12:56: error: the operands of tl.dot must have one element type
  12 | tl.store(out + rows(_, None) * 64 + rows(None, _), tl.dot(a.to(float32), tl.trans(b)));
     |                                                    ^~~~~~
  Convert one, such as p.to(float16).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
