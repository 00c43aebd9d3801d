// Lanes load what other lanes of the program have just stored.
#include "planted.hpp"

namespace {

using namespace kw;

template <int N>
struct Reverse {
  KW_KERNEL void operator()(program auto tl, const float* x, float* workspace, float* out) const {
    auto lanes = tl.arange(size<N>);
    tl.store(workspace + lanes, tl.load(x + lanes));
    tl.store(out + lanes, tl.load(workspace + (N - 1 - lanes)));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> workspace(cpu_device, {256}), out(cpu_device, {256});
  launch(cpu_device, grid(1), Reverse<256>{}, x.cview(), workspace.view(), out.view());
});

}  // namespace
