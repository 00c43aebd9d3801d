// A variable for the whole program with a short name, which a function of the C library has as
// well.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <stdexcept>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

int err = 0;
int warn = 0;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  err = out.extent(0) % kBlockSize == 0 ? 0 : 1;
  warn += out.extent(0) == 0 ? 1 : 0;
  if (err != 0) {
    throw std::runtime_error("not a whole number of blocks");
  }
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
