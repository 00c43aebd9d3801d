// Two lanes of one store write the same element.
#include "planted.hpp"

namespace {

using namespace kw;

struct Pairs {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto lanes = tl.arange(size<64>);
    tl.store(out + lanes / 2, tl.load(x + lanes));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(64);
  const buffer<float> out(cpu_device, {32});
  launch(cpu_device, grid(1), Pairs{}, x.cview(), out.view());
});

}  // namespace
