// A device_assert that fails in some lanes.
#include "planted.hpp"

namespace {

using namespace kw;

struct Checked {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto a = tl.load(x + offsets);
    tl.device_assert(a < 20.0f, "inputs are small");
    tl.store(out + offsets, a);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(64);
  const buffer<float> out(cpu_device, {64});
  launch(cpu_device, grid(4), Checked{}, x.cview(), out.view());
});

}  // namespace
