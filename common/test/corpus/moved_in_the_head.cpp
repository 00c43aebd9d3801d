// The head of the loop moves the pointer on, and the mask stays the same.
#include "planted.hpp"

namespace {

using namespace kw;

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto lanes = tl.arange(size<32>);
    auto total = tl.zeros(size<32>);
    for (int left = n; left > 0; left -= 32, x += 32) {
      total += tl.load(x + lanes, lanes < n, 0.0f);
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
