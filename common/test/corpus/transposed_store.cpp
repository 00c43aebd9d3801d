// A transpose that stores with the input's row stride.
#include "planted.hpp"

namespace {

using namespace kw;

struct Transpose {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows,
                            int n_cols) const {
    auto rows = tl.program_id(0) * 32 + tl.arange(size<32>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto v = tl.load(x + rows(_, None) * n_cols + cols(None, _));
    tl.store(out + cols(_, None) * n_cols + rows(None, _), tl.trans(v));
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(64, 128);
  const buffer<float, 2> out(cpu_device, {128, 64});
  launch(cpu_device, grid(2, 4), Transpose{}, x.cview(), out.view(), 64, 128);
});

}  // namespace
