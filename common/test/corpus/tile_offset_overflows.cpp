// The same in a tile of row numbers.
#include "planted.hpp"

namespace {

using namespace kw;

struct CopyRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<16>);
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), rows(_, None) < 16);
    tl.store(out + rows(_, None) * 16 + cols(None, _), v);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> out(cpu_device, {256});
  launch(cpu_device, grid(1), CopyRows{}, x.cview(), out.view(), 1 << 28);
});

}  // namespace
