// The host halves the vector until it has at most 16 blocks, by a recursion, and launches for each
// part.
//
// task: lesson01.3
// half: after
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

namespace {
void add(view<const float> x, view<const float> y, view<float> out, std::int64_t from,
         std::int64_t to) {
  constexpr std::int64_t kMost = 16 * lesson01::kBlockSize;
  if (to - from <= kMost) {
    const std::int64_t n = to - from;
    if (n > 0) {
      launch(out.device(), grid(n / lesson01::kBlockSize), VectorAdd<lesson01::kBlockSize>{},
             view<const float>(x.data() + from, {n}, x.device()),
             view<const float>(y.data() + from, {n}, y.device()),
             view<float>(out.data() + from, {n}, out.device()));
    }
    return;
  }
  const std::int64_t middle = (from + to) / 2 / kMost * kMost;
  add(x, y, out, from, middle > from ? middle : from + kMost);
  add(x, y, out, middle > from ? middle : from + kMost, to);
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  add(x, y, out, 0, out.extent(0));
}
