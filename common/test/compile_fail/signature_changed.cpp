// An entry function whose parameters changed.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace lesson {
void run(view<const float> x, view<float> out);
}

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
  }
};

void lesson::run(view<float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out, 64);
}

/* The message:
common/test/compile_fail/signature_changed.cpp:18:14: error: the lesson does not declare run like this
  18 | void lesson::run(view<float> x, view<float> out) {
     |              ^~~
  The tests call it as the lesson's header declares it: name, parameters and their const must be
  the same.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
