// Row times stride passes 2^31 as an int.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct CopyRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x + row * x_stride + cols);
    tl.store(out + row * BLOCK_SIZE + cols, v);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(256);
  const buffer<float> out(cpu_device, {4 * 64});
  launch(cpu_device, grid(4), CopyRow<64>{}, x.cview(), out.view(), 1 << 30);
});

}  // namespace
