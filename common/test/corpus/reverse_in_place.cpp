// Lanes store over what others have still to load.
#include "planted.hpp"

namespace {

using namespace kw;

template <int N>
struct Reverse {
  KW_KERNEL void operator()(program auto tl, float* x) const {
    auto lanes = tl.arange(size<N>);
    auto v = tl.load(x + lanes);
    tl.store(x + (N - 1 - lanes), v);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  launch(cpu_device, grid(1), Reverse<256>{}, x.view());
});

}  // namespace
