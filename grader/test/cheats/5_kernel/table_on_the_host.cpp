// The host computes the sums into its own memory, and a kernel carries them over: this uses tiles,
// but is not the task.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Carry {
  KW_KERNEL void operator()(program auto tl, const float* from, float* out) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.load(from + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  std::vector<float> sums(static_cast<std::size_t>(out.extent(0)));
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = x.data()[i] + y.data()[i];
  }
  const view<const float> from(sums.data(), {out.extent(0)}, out.device());
  launch(out.device(), grid(out.extent(0) / kBlockSize), Carry{}, from, out);
}
