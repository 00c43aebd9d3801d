// A program without tiles adds, through pointers that nothing guards, into the submission's own
// memory; a second kernel carries the sums to the result.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Add {
  const float* x;
  const float* y;
  float* sums;
  std::int64_t n;
  KW_KERNEL void operator()(program auto tl, const float* any) const {
    (void)tl.load(any);
    for (std::int64_t i = 0; i < n; ++i) {
      sums[i] = x[i] + y[i];
    }
  }
};

#include "carry.part"

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  if (n == 0) {
    return;
  }
  std::vector<float> sums(static_cast<std::size_t>(n));
  launch(out.device(), grid(1), Add{x.data(), y.data(), sums.data(), n}, x);
  launch(out.device(), grid(n / kBlockSize), Carry{},
         view<const float>(sums.data(), {n}, out.device()), out);
}
