// A long row, and a loop that was forgotten.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct ScaleRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row * n_cols + cols, v * 0.5f, mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 300);
  const buffer<float, 2> out(cpu_device, {4, 300});
  launch(cpu_device, grid(4), ScaleRow<128>{}, x.cview(), out.view(), 300);
});

}  // namespace
