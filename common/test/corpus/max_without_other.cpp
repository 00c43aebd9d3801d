// A maximum swallows the NaN that marks a lane without a value.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowMax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.max(v));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(6, 50);
  const buffer<float> out(cpu_device, {6});
  launch(cpu_device, grid(6), RowMax<64>{}, x.cview(), out.view(), 50);
});

}  // namespace
