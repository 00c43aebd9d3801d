// It includes the master of a pseudo-terminal, from which nothing ever comes: the compiler reads,
// computes nothing, and waits.
//
// task: lesson01.3
// earns: nothing
// hides: seconds of computing
// hides: does a template call itself
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

#include "/dev/ptmx"

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
