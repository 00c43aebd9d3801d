// A class of its own hands out one range of blocks after the other, to a lambda that has captured
// the views; both are host code, and each range has a launch of its own.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <algorithm>
#include <functional>
#include <kernelwright/kernelwright.hpp>
#include <optional>
#include <utility>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
class ranges {
 public:
  ranges(std::int64_t blocks, std::int64_t most) : blocks_(blocks), most_(most) {}
  std::optional<std::pair<std::int64_t, std::int64_t>> next() {
    if (at_ >= blocks_) {
      return std::nullopt;
    }
    const std::int64_t first = at_;
    at_ = std::min(at_ + most_, blocks_);
    return std::pair{first, at_ - first};
  }

 private:
  std::int64_t blocks_, most_, at_ = 0;
};

template <class T>
view<T> part(view<T> all, std::int64_t first, std::int64_t blocks) {
  return view<T>(all.data() + first * lesson01::kBlockSize, {blocks * lesson01::kBlockSize},
                 all.device());
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::function<void(std::int64_t, std::int64_t)> add = [=](std::int64_t first,
                                                                  std::int64_t blocks) {
    launch(out.device(), grid(blocks), VectorAdd<kBlockSize>{}, part(x, first, blocks),
           part(y, first, blocks), part(out, first, blocks));
  };
  ranges all(out.extent(0) / kBlockSize, 100);
  while (const auto one = all.next()) {
    add(one->first, one->second);
  }
}
