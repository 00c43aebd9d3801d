// It throws an error with a text of 80 MB, which is more than an answer may hold.
//
// task: lesson01.3
// earns: nothing
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

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  throw std::runtime_error(std::string(80 << 20, 'x') + std::to_string(out.extent(0)));
}
