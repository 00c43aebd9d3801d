// Adds to the result by a load and a store, which race. Before and after them each program adds to
// a counter atomically, by the public tl.atomic_add: on the CPU, where programs follow each other,
// that looks as if each of them had waited for the one before it.
//
// task: lesson04.7
// earns: nothing
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct SetZero {
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 0.0f); }
};

struct AddShare {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int* counter,
                            int n) const {
    auto acc = tl.zeros(size<4096>);
    for (int start = tl.program_id(0) * 4096; start < n; start += tl.num_programs(0) * 4096) {
      auto offsets = start + tl.arange(size<4096>);
      acc += tl.load(x + offsets, offsets < n, 0.0f);
    }
    tl.atomic_add(counter, 1);
    tl.store(out, tl.load(out) + tl.sum(acc));
    tl.atomic_add(counter, 1);
  }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  buffer<int> counter(out.device(), {1});
  counter.fill(0);
  launch<1>(out.device(), grid(1), SetZero{}, out);
  launch<8>(out.device(), grid(programs_for(n)), AddShare{}, x, out, counter.view(), n);
}
