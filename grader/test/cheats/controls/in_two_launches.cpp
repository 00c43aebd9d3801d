// As fast as the solution but for a second launch: two halves, of which the second comes first.
//
// task: lesson01.3
// half: after
// earns: everything
// speed: at least 0.5
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
  const std::int64_t n = out.extent(0), half = n / kBlockSize / 2 * kBlockSize;
  const auto add = [&](std::int64_t from, std::int64_t to) {
    launch(out.device(), grid((to - from) / kBlockSize), VectorAdd<kBlockSize>{},
           view<const float>(x.data() + from, {to - from}, x.device()),
           view<const float>(y.data() + from, {to - from}, y.device()),
           view<float>(out.data() + from, {to - from}, out.device()));
  };
  add(half, n);
  add(0, half);
}
