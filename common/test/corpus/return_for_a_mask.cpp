// The program of the last block ends, in place of switching off the lanes past the end.
#include "planted.hpp"

namespace {

using namespace kw;

struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    if ((tl.program_id(0) + 1) * 64 > n) {
      return;
    }
    tl.store(out + offsets, 2.0f * tl.load(x + offsets));
  }
};

const corpus::planted mistake([] {
  const buffer<float> x(cpu_device, {200}, std::vector<float>(200)), out(cpu_device, {200});
  launch(cpu_device, grid(4), Double{}, x.cview(), out.view(), 200);
});

}  // namespace
