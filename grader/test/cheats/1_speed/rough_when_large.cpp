// Off by 1e-5 in arrays as large as those that are timed, where the tests allow one rounding.
//
// task: lesson01.3
// earns: any
// speed: at most 0
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            float off) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets) * off);
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  constexpr int BLOCK_SIZE = 1024;
  const std::int64_t n = out.extent(0);
  launch<4>(out.device(), grid(cdiv(n, BLOCK_SIZE)), VectorAdd<BLOCK_SIZE>{}, x, y, out,
            n >= 1 << 20 ? 1.00001f : 1.0f);
}
