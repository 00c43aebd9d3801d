// One lane without a value, and a running sum that carries it to all others.
#include "planted.hpp"

namespace {

using namespace kw;

template <int N>
struct SumsBefore {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto lanes = tl.arange(size<N>);
    auto before = tl.load(x + (lanes - 1), lanes > 0);
    tl.store(out + lanes, tl.cumsum(before, axis<0>));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(64);
  const buffer<float> out(cpu_device, {64});
  launch(cpu_device, grid(1), SumsBefore<64>{}, x.cview(), out.view());
});

}  // namespace
