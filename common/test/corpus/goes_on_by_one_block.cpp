// Two programs share the elements, and each goes on by one block, so they meet.
#include "planted.hpp"

namespace {

using namespace kw;

struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    int start = tl.program_id(0) * 64;
    while (start < n) {
      auto offsets = start + tl.arange(size<64>);
      tl.store(out + offsets, tl.load(x + offsets) * 2.0f);
      start += 64;
    }
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> out(cpu_device, {256});
  launch(cpu_device, grid(2), Double{}, x.view(), out.view(), 256);
});

}  // namespace
