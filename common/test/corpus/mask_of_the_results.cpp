// A stencil whose loads have the mask of the results: the first lane reads before the array.
#include "planted.hpp"

namespace {

using namespace kw;

struct SumOfThree {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto exists = offsets < n;
    auto acc = tl.zeros(size<64>);
    int j = 0;
    while (j < 3) {
      acc += tl.load(x + (offsets + j - 1), exists, 0.0f);
      ++j;
    }
    tl.store(out + offsets, acc, exists);
  }
};

const corpus::planted mistake([] {
  const buffer<float> x(cpu_device, {10}, std::vector<float>(10)), out(cpu_device, {10});
  launch(cpu_device, grid(1), SumOfThree{}, x.cview(), out.view(), 10);
});

}  // namespace
