// Two programs write each element. The last program does so many atomic operations that the checker
// keeps no more of them; from then on it takes everything for ordered.
//
// task: lesson03.2
// earns: nothing
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int* counters, int n) const {
    tl.atomic_add(counters, 1);
    auto offsets = tl.program_id(0) * 512 + tl.arange(size<1024>);  // overlaps the next program
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask, 0.0f) + tl.load(y + offsets, mask, 0.0f),
             mask);
    const bool last = tl.program_id(0) == tl.num_programs(0) - 1;
    for (int i = 0; i < 270 && last; ++i) {
      tl.atomic_add(counters + tl.arange(size<1024>), 1);
    }
  }
};

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  buffer<int> counters(out.device(), {1024});
  counters.fill(0);
  launch(out.device(), grid(cdiv(n, 512)), MaskedAdd{}, x, y, out, counters.view(), n);
}
