// Keeps what it knows about sizes in a map, behind a lock that readers share.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <map>
#include <mutex>
#include <shared_mutex>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
std::shared_mutex lock;
std::map<std::int64_t, std::int64_t> programs_of;

std::int64_t programs_for(std::int64_t n) {
  {
    const std::shared_lock reading(lock);
    const auto known = programs_of.find(n);
    if (known != programs_of.end()) {
      return known->second;
    }
  }
  const std::unique_lock writing(lock);
  return programs_of[n] = n / lesson01::kBlockSize;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(::programs_for(out.extent(0))), VectorAdd<kBlockSize>{}, x, y, out);
}
