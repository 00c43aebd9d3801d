// Each program stores its own part to the same place.
#include "planted.hpp"

namespace {

using namespace kw;

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* total) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto part = tl.sum(tl.load(x + offsets));
    tl.store(total, part);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> total(cpu_device, {1});
  launch(cpu_device, grid(4), Total{}, x.cview(), total.view());
});

}  // namespace
