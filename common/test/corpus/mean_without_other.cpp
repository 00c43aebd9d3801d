// A mean over lanes that hold nothing, in double.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BLOCK_SIZE>
struct RowMean {
  KW_KERNEL void operator()(program auto tl, const double* x, double* out, int n_cols) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * n_cols + cols, mask);
    tl.store(out + row, tl.sum(v) / n_cols);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<double>(6, 10);
  const buffer<double> out(cpu_device, {6});
  launch(cpu_device, grid(6), RowMean<16>{}, x.cview(), out.view(), 10);
});

}  // namespace
