// One of two outputs is never stored to.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct Statistics {
  KW_KERNEL void operator()(program auto tl, const float* x, float* mean, float* rstd) const {
    auto row = tl.program_id(0);
    auto v = tl.load(x + row * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>));
    tl.store(mean + row, tl.sum(v) / BLOCK_SIZE);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(5, 32);
  const buffer<float> mean(cpu_device, {5}), rstd(cpu_device, {5});
  launch(cpu_device, grid(5), Statistics<32>{}, x.cview(), mean.view(), rstd.view());
});

}  // namespace
