// A mean that is summed in float64, which is more exact than the solution.
//
// task: lesson04.4
// half: before
// earns: everything
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct RowMean {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    double total = 0;
    for (int start = 0; start < n_cols; start += 256) {
      auto cols = start + tl.arange(size<256>);
      total += tl.sum(tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f).to(float64));
    }
    tl.store(out + row, static_cast<float>(total / n_cols));
  }
};

void lesson04::row_mean(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowMean{}, x, out, x.stride(0), narrow<int>(x.extent(1)));
}
