// The mask asks whether an element is kept, so the others are never stored.
#include "planted.hpp"

namespace {

using namespace kw;

struct KeepPositive {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + offsets, offsets < n, 0.0f);
    auto keep = (v > 50.0f) & (offsets < n);
    tl.store(out + offsets, v, keep);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(250);
  const buffer<float> out(cpu_device, {250});
  launch(cpu_device, grid(4), KeepPositive{}, x.view(), out.view(), 250);
});

}  // namespace
