// A kernel for show, which stores zeros, and then a loop on the host that computes the result.
//
// task: lesson01.3
// half: before
// earns: nothing
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float*, const float*, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.zeros(size<BLOCK_SIZE>));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  for (std::int64_t i = 0; i < out.extent(0); ++i) {
    out.data()[i] = x.data()[i] + y.data()[i];
  }
}
