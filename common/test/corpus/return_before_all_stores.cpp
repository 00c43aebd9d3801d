// The condition of the return is the wrong way round, so every program ends.
#include "planted.hpp"

namespace {

using namespace kw;

struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    int first = tl.program_id(0) * 64;
    if (first < n)
      return;
    auto offsets = first + tl.arange(size<64>);
    auto mask = offsets < n;
    tl.store(out + offsets, 2.0f * tl.load(x + offsets, mask), mask);
  }
};

const corpus::planted mistake([] {
  const buffer<float> x(cpu_device, {200}, std::vector<float>(200)), out(cpu_device, {200});
  launch(cpu_device, grid(4), Double{}, x.cview(), out.view(), 200);
});

}  // namespace
