// Objects that are made before main and kept between calls: a counter, a table, a lock, a clock.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <kernelwright/kernelwright.hpp>
#include <mutex>
#include <stdexcept>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
std::atomic<int> calls{0};
std::mutex lock;
const std::vector<double> table = [] {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) {
    values.push_back(std::sin(i));
  }
  return values;
}();
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const auto began = std::chrono::steady_clock::now();
  const std::lock_guard guard(lock);
  ++calls;
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  if (table.empty() || std::chrono::steady_clock::now() < began) {
    throw std::runtime_error("time runs backwards");
  }
}
