// The kernel computes on numbers that it copies from the arrays itself, past tl, and stores one
// tile of them at the end.
//
// task: lesson03.2
// earns: any
// says: memcpy in line
#include "masking.hpp"

#include <cstring>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    runtime::program* p;
    std::memcpy(&p, static_cast<const void*>(&tl), sizeof p);
    const float* a = runtime::followed_pointer(*p, x);
    const float* b = runtime::followed_pointer(*p, y);
    for (int i = 0; i < n; ++i) {
      tl.store(out + i, a[i] + b[i]);
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(1), Add{}, x, y, out, narrow<int>(out.extent(0)));
}
