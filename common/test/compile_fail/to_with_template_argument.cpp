// v.to<float>(): the type is an argument here.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v.to<float>());
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/to_with_template_argument.cpp:10:29: error: what is in angle brackets here is an argument of to, not a template argument
  10 | tl.store(out + offsets, v.to<float>());
     |                         ^~~~~~~~~~~
  Shapes, axes and types go into the parentheses, as size<N>, shape<M, N>, axis<1> and float32.
  Try: v.to(float32)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
