// Launches its two halves from two threads. Nothing is gained by it, and nothing is wrong with it.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t half = out.extent(0) / kBlockSize / 2 * kBlockSize;
  const auto add = [&](std::int64_t from, std::int64_t to) {
    if (to > from) {
      const std::int64_t n = to - from;
      launch(out.device(), grid(n / kBlockSize), VectorAdd<kBlockSize>{},
             view<const float>(x.data() + from, {n}, out.device()),
             view<const float>(y.data() + from, {n}, out.device()),
             view<float>(out.data() + from, {n}, out.device()));
    }
  };
  std::thread other([&] { add(0, half); });
  add(half, out.extent(0));
  other.join();
}
