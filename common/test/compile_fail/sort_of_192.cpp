// A sort needs a power of two.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/sort.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<192>);
    tl.store(out + i, tl.sort(tl.load(x + i)));
  }
};

void run(view<const float> x, view<float> out) {
  launch(out.device(), grid(1), Kernel{}, x, out);
}

/* The message:
*/
