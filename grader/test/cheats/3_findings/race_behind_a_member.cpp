// The programs add to one sum by a load and a store, which race, in memory that is no argument of
// the launch and no kw::buffer: its pointer is a member of the kernel, as would do on a GPU too.
//
// task: lesson04.7
// earns: nothing
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/device.hpp>

using namespace kw;

struct AddShare {
  float* total;
  KW_KERNEL void operator()(program auto tl, const float* x, int n) const {
    auto acc = tl.zeros(size<4096>);
    for (int start = tl.program_id(0) * 4096; start < n; start += tl.num_programs(0) * 4096) {
      auto offsets = start + tl.arange(size<4096>);
      acc += tl.load(x + offsets, offsets < n, 0.0f);
    }
    tl.store(total, tl.load(total) + tl.sum(acc));
  }
};

struct Show {
  const float* total;
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, tl.load(total)); }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  auto* const total = static_cast<float*>(memory::allocate(out.device(), sizeof(float)));
  memory::fill(out.device(), total, 0, sizeof(float));
  launch<8>(out.device(), grid(programs_for(n)), AddShare{total}, x, n);
  launch(out.device(), grid(1), Show{total}, out);
  memory::release(out.device(), total);
}
