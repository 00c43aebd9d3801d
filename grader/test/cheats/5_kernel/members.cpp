// The kernel gets its pointers as members, which nothing guards, and loops over them: programs
// without tiles.
//
// task: lesson01.3
// half: before
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Loop {
  const float* x;
  const float* y;
  float* to;
  std::int64_t n;
  KW_KERNEL void operator()(program auto tl, float* out) const {
    for (std::int64_t i = 0; i < n; ++i) {
      to[i] = x[i] + y[i];
    }
    if (n > 0) {
      tl.store(out, x[0] + y[0]);
    }
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(1), Loop{x.data(), y.data(), out.data(), out.extent(0)}, out);
}
