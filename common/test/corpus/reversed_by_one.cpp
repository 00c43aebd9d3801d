// Reversing with n - offsets instead of n - 1 - offsets.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Reverse {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + (n - offsets), mask);
    tl.store(out + offsets, a, mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(100);
  const buffer<float> out(cpu_device, {100});
  launch(cpu_device, grid(2), Reverse<64>{}, x.cview(), out.view(), 100);
});

}  // namespace
