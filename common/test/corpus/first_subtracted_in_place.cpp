// One element that all lanes need is overwritten by the first of them.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct FromFirst {
  KW_KERNEL void operator()(program auto tl, float* x, int n_cols) const {
    auto row = x + tl.program_id(0) * n_cols;
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto first = tl.load(row);
    auto v = tl.load(row + cols, cols < n_cols);
    tl.store(row + cols, v - first, cols < n_cols);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(4, 100);
  launch(cpu_device, grid(4), FromFirst<128>{}, x.view(), 100);
});

}  // namespace
