// A program's tile of the output begins as many rows down as its number is, and has 16 rows.
#include "planted.hpp"

namespace {

using namespace kw;

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride,
                            int out_stride) const {
    auto lanes = tl.arange(size<16>);
    const float* from = x + tl.program_id(0) * 16 * x_stride;
    float* to = out + tl.program_id(0) * out_stride;
    auto v = tl.load(from + lanes(_, None) * x_stride + lanes(None, _));
    tl.store(to + lanes(_, None) * out_stride + lanes(None, _), v);
  }
};

const corpus::planted mistake([] {
  const buffer<float, 2> x(cpu_device, {32, 16}, std::vector<float>(512));
  const buffer<float, 2> out(cpu_device, {32, 16});
  launch(cpu_device, grid(2), Copy{}, x.view(), out.view(), 16, 16);
});

}  // namespace
