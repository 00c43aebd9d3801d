// The launch passes the strides in each other's place, by expressions that name the arrays.
#include "planted.hpp"

namespace {

using namespace kw;

struct Scale {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride,
                            int out_stride) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.arange(size<16>);
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _));
    tl.store(out + rows(_, None) * out_stride + cols(None, _), v * 2.0f);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(32, 16);
  const buffer<float, 2> out(cpu_device, {32, 16}, {.row_stride = 20});
  launch(cpu_device, grid(2), Scale{}, x.cview(), out.view(), narrow<int>(out.stride(0)),
         narrow<int>(x.stride(0)));
});

}  // namespace
