// A type where a number is needed.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto lanes = tl.arange(size<float>);
    tl.store(out + lanes, tl.load(x + lanes));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/size_of_a_type.cpp:9:33: error: this place needs a number, not the type float
  9 | auto lanes = tl.arange(size<float>);
    |                             ^~~~~
  size<N>, shape<M, N> and axis<K> take numbers. A type of elements is an argument of its own,
  such as float32.
  Try: size<64>
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
