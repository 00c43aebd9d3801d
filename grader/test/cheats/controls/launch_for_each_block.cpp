// A launch for each block, which are a thousand launches for the largest vector.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  for (std::int64_t at = 0; at < out.extent(0); at += kBlockSize) {
    const auto part = [&](auto v) { return decltype(v)(v.data() + at, {kBlockSize}, v.device()); };
    launch(out.device(), grid(1), VectorAdd<kBlockSize>{}, part(x), part(y), part(out));
  }
}
