// The pointer moves on in the loop, and so do the columns that are added to it.
#include "planted.hpp"

namespace {

using namespace kw;

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto total = tl.zeros(size<32>);
    for (int start = 0; start < n; start += 32) {
      auto cols = start + tl.arange(size<32>);
      total += tl.load(x + cols, cols < n, 0.0f);
      x += 32;
    }
    tl.store(out, tl.sum(total));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(100);
  const buffer<float> out(cpu_device, {1});
  launch(cpu_device, grid(1), Total{}, x.view(), out.view(), 100);
});

}  // namespace
