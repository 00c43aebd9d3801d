// A mean is stored as one element and loaded back by all lanes.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Centre {
  KW_KERNEL void operator()(program auto tl, const float* x, float* mean, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x + row * BLOCK_SIZE + cols);
    tl.store(mean + row, tl.sum(v) / BLOCK_SIZE);
    tl.store(out + row * BLOCK_SIZE + cols, v - tl.load(mean + row));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 64);
  const buffer<float> mean(cpu_device, {4});
  const buffer<float, 2> out(cpu_device, {4, 64});
  launch(cpu_device, grid(4), Centre<64>{}, x.cview(), mean.view(), out.view());
});

}  // namespace
