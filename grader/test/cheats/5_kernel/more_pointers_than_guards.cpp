// A launch with so many pointers that the last ones are not guarded: the kernel loops over those.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Loop {
  template <class... Ts>
  KW_KERNEL void operator()(program auto tl, int n, const float* a0, const float* a1,
                            const float* a2, const float* a3, const float* a4, const float* a5,
                            const float* a6, const float* a7, const float* a8, const float* a9,
                            const float* b0, const float* b1, const float* b2, const float* b3,
                            const float* b4, const float* b5, const float* b6, const float* b7,
                            const float* b8, const float* b9, const float* c0, const float* c1,
                            const float* c2, const float* x, const float* y, float* out) const {
    (void)(a0 == a1 && a2 == a3 && a4 == a5 && a6 == a7 && a8 == a9 && b0 == b1 && b2 == b3);
    (void)(b4 == b5 && b6 == b7 && b8 == b9 && c0 == c1 && c1 == c2);
    for (int i = 0; i < n; ++i) {
      tl.store(out + i, x[i] + y[i]);
    }
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(1), Loop{}, narrow<int>(out.extent(0)), x, x, x, x, x, x, x, x, x, x, x,
         x, x, x, x, x, x, x, x, x, x, x, x, x, y, out);
}
