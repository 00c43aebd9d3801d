// Each program reads a neighbour of its block, which another program overwrites.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Blur {
  KW_KERNEL void operator()(program auto tl, float* x, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto here = tl.load(x + offsets, offsets < n, 0.0f);
    auto next = tl.load(x + (offsets + 1), offsets + 1 < n, 0.0f);
    tl.store(x + offsets, (here + next) * 0.5f, offsets < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  launch(cpu_device, grid(4), Blur<64>{}, x.view(), 256);
});

}  // namespace
