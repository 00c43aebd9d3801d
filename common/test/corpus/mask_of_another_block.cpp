// A program has two blocks, and the second one has the mask of the first.
#include "planted.hpp"

namespace {

using namespace kw;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto one = tl.program_id(0) * 128 + tl.arange(size<64>);
    auto two = one + 64;
    auto mask = one < n;
    tl.store(out + one, tl.load(x + one, mask) + tl.load(y + one, mask), mask);
    tl.store(out + two, tl.load(x + one, mask) + tl.load(y + two, mask), mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(100);
  const auto y = corpus::numbers<float>(100);
  const buffer<float> out(cpu_device, {100});
  launch(cpu_device, grid(1), Add{}, x.view(), y.view(), out.view(), 100);
});

}  // namespace
