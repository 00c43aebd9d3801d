// Scratch buffers are kept in a static map, one for each size, behind a lock; what is there once
// for all is made by std::call_once. The kernels pass their numbers on in scratch memory.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <map>
#include <memory>
#include <mutex>

using namespace kw;

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* scratch) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(scratch + offsets, tl.load(x + offsets));
  }
};

struct AddTo {
  KW_KERNEL void operator()(program auto tl, const float* scratch, const float* y,
                            float* out) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.load(scratch + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct store {
  std::mutex lock;
  std::map<std::int64_t, std::unique_ptr<buffer<float>>> by_size;
};
std::once_flag made;
std::unique_ptr<store> all;

buffer<float>& scratch_for(device where, std::int64_t n) {
  std::call_once(made, [] { all = std::make_unique<store>(); });
  const std::lock_guard<std::mutex> hold(all->lock);
  std::unique_ptr<buffer<float>>& mine = all->by_size[n];
  if (mine == nullptr) {
    mine.reset(new buffer<float>(where, {n}));
  }
  return *mine;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  if (n == 0) {
    return;
  }
  const buffer<float>& scratch = scratch_for(out.device(), n);
  launch(out.device(), grid(n / 1024), Copy{}, x, scratch.view());
  launch(out.device(), grid(n / 1024), AddTo{}, scratch.cview(), y, out);
}
