// The number of blocks of an empty tail is 0.
#include "planted.hpp"

namespace {

using namespace kw;

struct Wrap {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int period) const {
    auto p = tl.program_id(0);
    int column = p % period;
    tl.store(out + p, tl.load(x + column));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(32);
  const buffer<float> out(cpu_device, {32});
  launch(cpu_device, grid(32), Wrap{}, x.cview(), out.view(), 0);
});

}  // namespace
