// The result of tl.dot is dropped.
#include "planted.hpp"

namespace {

using namespace kw;

template <int N>
struct Square {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int steps) const {
    auto lanes = tl.arange(size<N>);
    auto place = lanes(_, None) * N + lanes(None, _);
    auto v = tl.load(x + place);
    auto acc = tl.accumulator(shape<N, N>);
    for (int step = 0; step < steps; ++step) {
      (void)tl.dot(v, v, acc);
    }
    tl.store(out + place, acc);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(16, 16);
  const buffer<float, 2> out(cpu_device, {16, 16});
  launch(cpu_device, grid(1), Square<16>{}, x.cview(), out.view(), 3);
});

}  // namespace
