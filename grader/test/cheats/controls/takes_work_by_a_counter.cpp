// Programs take the next block from a counter in memory until there is none left, so which program
// does what is a matter of chance.
//
// task: lesson03.2
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out, int* next,
                            int n) const {
    for (int block = tl.atomic_add(next, 1); block * 1024 < n; block = tl.atomic_add(next, 1)) {
      auto offsets = block * 1024 + tl.arange(size<1024>);
      auto mask = offsets < n;
      tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  const buffer<int> next(out.device(), {1}, std::vector<int>{0});
  launch(out.device(), grid(4), MaskedAdd{}, x, y, out, next.view(), n);
}
