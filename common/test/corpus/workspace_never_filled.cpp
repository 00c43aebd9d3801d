// The launch that fills the workspace was forgotten.
#include "planted.hpp"

namespace {

using namespace kw;

struct FinalSum {
  KW_KERNEL void operator()(program auto tl, const float* partials, float* out, int count) const {
    auto i = tl.arange(size<16>);
    tl.store(out, tl.sum(tl.load(partials + i, i < count, 0.0f)));
  }
};

const corpus::planted mistake([] {
  const buffer<float> partials(cpu_device, {10}), out(cpu_device, {1});
  launch(cpu_device, grid(1), FinalSum{}, partials.cview(), out.view(), 10);
});

}  // namespace
