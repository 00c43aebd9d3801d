// A helper has the name of one of the library's own functions.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  template <class Tl, class Offsets>
  KW_KERNEL static auto copy_row(Tl& tl, const float* from, Offsets offsets) {
    return tl.load(from + offsets);
  }

  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, copy_row(tl, x, offsets) + copy_row(tl, y, offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
