// An accumulator of another shape.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, const float16_t* y, float* out) const {
    auto rows = tl.arange(size<64>);
    auto inner = tl.arange(size<32>);
    auto a = tl.load(x + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    auto b = tl.load(y + rows(_, None) * 32 + inner(None, _));  // [64, 32]
    auto acc = tl.accumulator(shape<64, 32>);
    acc = tl.dot(a, tl.trans(b), acc);
    tl.store(out + rows(_, None) * 32 + inner(None, _), acc);
  }
};

void run(view<const float16_t> x, view<const float16_t> y, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, y, out);
}

/* The message:
common/test/compile_fail/dot_with_wrong_accumulator.cpp:13:11: error: the product has shape [64, 64], but its accumulator [64, 32]
  13 | acc = tl.dot(a, tl.trans(b), acc);
     |       ^~~~~~
  (M, K) by (K, N) adds to (M, N).
  Try: tl.accumulator(shape<64, 64>)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
