// No mask at all, and a length that is not a multiple of the block.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto a = tl.load(x + offsets);
    auto b = tl.load(y + offsets);
    tl.store(out + offsets, a + b);
  }
};

const corpus::planted mistake([] {
  const int n = 1000;
  const auto x = corpus::numbers<float>(n), y = corpus::numbers<float>(n);
  const buffer<float> out(cpu_device, {n});
  launch(cpu_device, grid(cdiv(n, 256)), VectorAdd<256>{}, x.cview(), y.cview(), out.view(), n);
});

}  // namespace
