// A while loop that moves on only where another block follows.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_cols) const {
    auto row = x + tl.program_id(0) * n_cols;
    auto sums = tl.zeros(size<BLOCK_SIZE>);
    int start = 0;
    while (start < n_cols) {
      sums += tl.load(row + start + tl.arange(size<BLOCK_SIZE>));
      if (start + BLOCK_SIZE < n_cols) {
        start += BLOCK_SIZE;
      }
    }
    tl.store(out + tl.program_id(0), tl.sum(sums));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::numbers<float>(1024);
  const buffer<float> out(cpu_device, {1});
  launch(cpu_device, grid(1), RowSum<128>{}, x.cview(), out.view(), 512);
});

}  // namespace
