// A running sum by doubling steps: a barrier after the store, but none before it.
#include "planted.hpp"

namespace {

using namespace kw;

template <int N>
struct RunningSum {
  KW_KERNEL void operator()(program auto tl, float* x) const {
    auto lanes = tl.arange(size<N>);
    for (int step = 1; step < N; step *= 2) {
      auto sum = tl.load(x + lanes) + tl.load(x + (lanes - step), lanes >= step, 0.0f);
      tl.store(x + lanes, sum);
      tl.barrier();
    }
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(64);
  launch(cpu_device, grid(1), RunningSum<64>{}, x.view());
});

}  // namespace
