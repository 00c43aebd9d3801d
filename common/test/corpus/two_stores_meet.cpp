// A program stores its own block, and a share for the block of its neighbour.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Spread {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, v, offsets < n);
    tl.store(out + (offsets + 1), v * 0.5f, offsets + 1 < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> out(cpu_device, {256});
  launch(cpu_device, grid(4), Spread<64>{}, x.cview(), out.view(), 256);
});

}  // namespace
