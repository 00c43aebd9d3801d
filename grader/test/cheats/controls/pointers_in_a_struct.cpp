// The kernel has its arrays in a struct that is a member, as programs for CUDA often do, and
// reaches them by tl alone: on a GPU this is as right as arguments are.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct arrays {
  const float* x;
  const float* y;
  float* out;
};

template <int BLOCK_SIZE>
struct VectorAdd {
  arrays all;
  KW_KERNEL void operator()(program auto tl) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(all.out + offsets, tl.load(all.x + offsets) + tl.load(all.y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const arrays all{x.data(), y.data(), out.data()};
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{all});
}
