// zeros<float>: the type is an argument here.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    auto sum = tl.zeros<float>(size<64>);
    tl.store(out + offsets, v + sum);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/zeros_with_template_argument.cpp:10:16: error: what is in angle brackets here is an argument of zeros, not a template argument
  10 | auto sum = tl.zeros<float>(size<64>);
     |            ^~~~~~~~~~~~~~~
  Shapes, axes and types go into the parentheses, as size<N>, shape<M, N>, axis<1> and float32.
  Try: tl.zeros(size<64>, float32)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
