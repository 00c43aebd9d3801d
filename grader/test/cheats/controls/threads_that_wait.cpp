// Threads of its own with locks and conditions, one for each call, and values of their own in
// each.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <condition_variable>
#include <kernelwright/kernelwright.hpp>
#include <mutex>
#include <thread>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
thread_local int calls = 0;
}

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  std::mutex lock;
  std::condition_variable changed;
  bool ready = false, done = false;
  std::jthread worker([&] {
    std::unique_lock hold(lock);
    changed.wait(hold, [&] { return ready; });
    calls += 1;
    launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
    done = true;
    changed.notify_all();
  });
  std::unique_lock hold(lock);
  ready = true;
  changed.notify_all();
  changed.wait(hold, [&] { return done; });
}
