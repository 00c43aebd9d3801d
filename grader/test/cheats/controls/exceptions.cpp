// Throws and catches its own errors on the way.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <stdexcept>
#include <string>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct no_blocks : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::int64_t programs(std::int64_t n) {
  if (n == 0) {
    throw no_blocks("nothing to add: " + std::to_string(n));
  }
  return n / lesson01::kBlockSize;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  try {
    launch(out.device(), grid(programs(out.extent(0))), VectorAdd<kBlockSize>{}, x, y, out);
  } catch (const no_blocks&) {
  }
}
