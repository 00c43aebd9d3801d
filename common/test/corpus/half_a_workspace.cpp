// A second launch reads more than the first has written.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Twice {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n) * 2.0f, offsets < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(128);
  const buffer<float> workspace(cpu_device, {256}), out(cpu_device, {256});
  const view<float> half(workspace.view().data(), {128}, cpu_device);
  launch(cpu_device, grid(2), Twice<64>{}, x.cview(), half, 128);
  launch(cpu_device, grid(4), Twice<64>{}, workspace.cview(), out.view(), 256);
});

}  // namespace
