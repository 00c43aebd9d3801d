// Adds each half of its sum on its own: twice as many atomic additions, in any order.
//
// task: lesson04.7
// earns: everything
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct SetZero {  // out[0] = 0
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 0.0f); }
};

template <int BLOCK_SIZE>
struct SumAtomic {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      acc += tl.load(x + offsets, offsets < n, 0.0f);
    }
    tl.atomic_add(out, 0.5f * tl.sum(acc));
    tl.atomic_add(out, 0.5f * tl.sum(acc));
  }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  launch<1>(out.device(), grid(1), SetZero{}, out);
  launch<16>(out.device(), grid(programs_for(n)), SumAtomic<kBlockSize>{}, x, out, n);
}
