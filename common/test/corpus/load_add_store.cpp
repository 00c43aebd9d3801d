// The same from 0: an addition that another program makes in between is lost.
#include "planted.hpp"

namespace {

using namespace kw;

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* total) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto part = tl.sum(tl.load(x + offsets));
    auto before = tl.load(total);
    tl.store(total, before + part);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> total(cpu_device, {1}, std::vector<float>(1, 0.0f));
  launch(cpu_device, grid(4), Total{}, x.cview(), total.view());
});

}  // namespace
