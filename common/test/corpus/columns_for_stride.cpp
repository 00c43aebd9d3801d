// The number of columns is used as the distance between padded rows.
#include "planted.hpp"

namespace {

using namespace kw;

struct ScaleTile {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride,
                            int out_stride, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto v = tl.load(x + rows(_, None) * n_cols + cols(None, _), mask, 0.0f);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), v * 2.0f, mask);
  }
};

const corpus::planted mistake([] {
  const int rows = 40, cols = 100;
  const auto x = corpus::matrix<float>(rows, cols, 112);
  const buffer<float, 2> out(cpu_device, {rows, cols});
  launch(cpu_device, grid(cdiv(rows, 16), cdiv(cols, 32)), ScaleTile{}, x.cview(), out.view(),
         narrow<int>(x.stride(0)), narrow<int>(out.stride(0)), rows, cols);
});

}  // namespace
