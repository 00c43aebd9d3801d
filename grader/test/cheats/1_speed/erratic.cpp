// Slow, and so erratic that its ratio is anything between 2 and 10: "too noisy" must not be worth
// more than slow.
//
// task: lesson01.3
// half: before
// earns: everything
// speed: at most 0.6
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <map>
#include <random>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
bool measured(
    std::int64_t n) {  // a test calls once with this many elements, a benchmark again and again
  static std::map<std::int64_t, int> calls;
  return n >= (1 << 20) && ++calls[n] > 1;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  static std::mt19937 chance{std::random_device{}()};
  const int launches = measured(x.extent(0)) ? (chance() % 2 == 0 ? 2 : 10) : 1;
  for (int i = 0; i < launches; ++i) {
    launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  }
}
