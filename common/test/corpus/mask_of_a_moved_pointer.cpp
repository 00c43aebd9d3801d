// The pointer is moved to the block of the program, and the mask compares the lanes alone.
#include "planted.hpp"

namespace {

using namespace kw;

struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    int first = tl.program_id(0) * 64;
    x += first;
    auto lanes = tl.arange(size<64>);
    auto v = tl.load(x + lanes, lanes < n);
    tl.store(out + first + lanes, v * 2.0f, first + lanes < n);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(100);
  const buffer<float> out(cpu_device, {100});
  launch(cpu_device, grid(2), Double{}, x.view(), out.view(), 100);
});

}  // namespace
