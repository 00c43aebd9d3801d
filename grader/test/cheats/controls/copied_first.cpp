// While it was being written, the result began as a copy of the input, and that copy has stayed.
// The kernel then stores every element, as it should.
//
// task: lesson03.3
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/device.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Difference {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto current = tl.load(x + offsets, mask);
    auto previous = tl.load(x + (offsets - 1), mask & (offsets > 0), 0.0f);
    tl.store(out + offsets, current - previous, mask);
  }
};

void lesson03::difference(view<const float> x, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  memory::copy(out.device(), out.data(), x.device(), x.data(), 4 * out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Difference<kBlockSize>{}, x, out, n);
}
