// Rows padded to a greater length: the padding holds nothing.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct PadRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x + row * n_cols + cols, cols < n_cols);
    tl.store(out + row * BLOCK_SIZE + cols, v);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 50);
  const buffer<float, 2> out(cpu_device, {4, 64});
  launch(cpu_device, grid(4), PadRows<64>{}, x.cview(), out.view(), 50);
});

}  // namespace
