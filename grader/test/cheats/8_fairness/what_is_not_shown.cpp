// A wrong sum: the report says what is wrong, but shows neither the seed of the test data, which
// also tests the next submission, nor a path of the machine that graded.
//
// task: lesson01.3
// earns: nothing
// hides: , seed
// hides: {root}
// hides: {build}
// hides: kernelwright-judging
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + 2 * tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
