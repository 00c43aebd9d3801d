// In each step the tile should go down by its rows, and the pointer moves by as many columns.
#include "planted.hpp"

namespace {

using namespace kw;

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows, int n_cols,
                            int x_stride) const {
    auto rows = tl.arange(size<8>);
    auto cols = tl.arange(size<16>);
    auto total = tl.zeros(shape<8, 16>);
    for (int left = n_rows; left > 0; left -= 8) {
      auto mask = (rows(_, None) < left) & (cols(None, _) < n_cols);
      total += tl.load(x + rows(_, None) * x_stride + cols(None, _), mask, 0.0f);
      x += 8;
    }
    tl.store(out + cols, tl.sum(total, axis<0>), cols < n_cols);
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {20, 12}, std::vector<float>(240));
  const buffer<float> out(cpu_device, {12});
  launch(cpu_device, grid(1), Total{}, x.view(), out.view(), 20, 12, 12);
});

}  // namespace
