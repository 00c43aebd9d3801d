// An unsigned index goes below 0.
#include "planted.hpp"

namespace {

using namespace kw;

struct Backwards {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, unsigned n) const {
    auto p = static_cast<unsigned>(tl.program_id(0));
    tl.store(out + tl.program_id(0), tl.load(x + (n - 2 - p)));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(4);
  const buffer<float> out(cpu_device, {4});
  launch(cpu_device, grid(4), Backwards{}, x.cview(), out.view(), 4u);
});

}  // namespace
