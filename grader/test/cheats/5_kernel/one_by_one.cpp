// The kernel adds in variables of its own, numbers that it loads one by one, as a loop of the host
// would.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Loop {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    for (int i = 0; i < n; ++i) {
      const float sum = tl.load(x + i) + tl.load(y + i);
      tl.store(out + i, sum);
    }
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(1), Loop{}, x, y, out, narrow<int>(out.extent(0)));
}
