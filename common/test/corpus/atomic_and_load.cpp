// The last program reads the total before all have added.
#include "planted.hpp"

namespace {

using namespace kw;

struct Average {
  KW_KERNEL void operator()(program auto tl, const float* x, float* total) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto part = tl.sum(tl.load(x + offsets));
    tl.atomic_add(total, part);
    if (tl.program_id(0) == 3) {
      tl.store(total + 1, tl.load(total) / 256.0f);
    }
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> total(cpu_device, {2}, std::vector<float>(2, 0.0f));
  launch(cpu_device, grid(4), Average{}, x.cview(), total.view());
});

}  // namespace
