// *(x + i) in a kernel.
#include "planted.hpp"

namespace {

using namespace kw;

struct First {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.program_id(0);
    float value = *(x + i);
    tl.store(out + i, value);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(32);
  const buffer<float> out(cpu_device, {32});
  launch(cpu_device, grid(32), First{}, x.cview(), out.view(), 32);
});

}  // namespace
