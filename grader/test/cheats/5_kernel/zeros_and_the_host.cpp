// A kernel computes every other element and stores zero between them, where a loop of the host
// then adds.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Half {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto sum = tl.load(x + offsets) + tl.load(y + offsets);
    tl.store(out + offsets, tl.where((offsets & 1) == 1, sum, 0.0f));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), Half{}, x, y, out);
  for (std::int64_t i = 0; i < out.extent(0); i += 2) {
    out.data()[i] = x.data()[i] + y.data()[i];
  }
}
