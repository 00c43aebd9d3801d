// The starts of programs are further apart than a block is long.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * (2 * BLOCK_SIZE) + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    auto b = tl.load(y + offsets, mask);
    tl.store(out + offsets, a + b, mask);
  }
};

const corpus::planted mistake([] {
  const int n = 1024;
  const auto x = corpus::numbers<float>(n), y = corpus::numbers<float>(n);
  const buffer<float> out(cpu_device, {n});
  launch(cpu_device, grid(cdiv(n, 256)), VectorAdd<256>{}, x.cview(), y.cview(), out.view(), n);
});

}  // namespace
