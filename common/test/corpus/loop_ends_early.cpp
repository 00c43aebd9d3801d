// A loop over blocks that takes only whole blocks.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct ScaleRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = tl.program_id(0) * n_cols;
    for (int start = 0; start <= n_cols - BLOCK_SIZE; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < n_cols;
      tl.store(out + row + cols, tl.load(x + row + cols, mask) * 0.5f, mask);
    }
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 300);
  const buffer<float, 2> out(cpu_device, {4, 300});
  launch(cpu_device, grid(4), ScaleRow<128>{}, x.cview(), out.view(), 300);
});

}  // namespace
