// The loop over the rows of a tile compares the row within the tile with the number of all rows.
#include "planted.hpp"

namespace {

using namespace kw;

struct Negate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows, int x_stride,
                            int out_stride) const {
    int first = tl.program_id(0) * 8;
    auto cols = tl.arange(size<16>);
    for (int r = 0; r < 8 && r < n_rows; ++r) {
      auto v = tl.load(x + (first + r) * x_stride + cols, cols < 10);
      tl.store(out + (first + r) * out_stride + cols, -v, cols < 10);
    }
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {12, 10}, std::vector<float>(120));
  const buffer<float, 2> out(cpu_device, {12, 10});
  launch(cpu_device, grid(2), Negate{}, x.view(), out.view(), 12, 10, 10);
});

}  // namespace
