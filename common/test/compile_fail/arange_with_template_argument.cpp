// tl.arange<64>().
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto twice = tl.arange<64>();
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/arange_with_template_argument.cpp:9:18: error: what is in angle brackets here is an argument of arange, not a template argument
  9 | auto twice = tl.arange<64>();
    |              ^~~~~~~~~~~~~
  Shapes, axes and types go into the parentheses, as size<N>, shape<M, N>, axis<1> and float32.
  Try: tl.arange(size<64>)
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
