// Rows of three heads, and no mask along them: a tile continues in the next head.
#include "planted.hpp"

namespace {

using namespace kw;

template <int ROWS, int COLS>
struct HeadRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows,
                            int n_cols) const {
    auto head = tl.program_id(1) * n_rows * n_cols;
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto cols = tl.arange(size<COLS>);
    auto at = head + rows(_, None) * n_cols + cols(None, _);
    auto v = tl.load(x + at);
    tl.store(out + at, v, rows(_, None) < n_rows);
  }
};

const corpus::planted mistake([] {
  const buffer<float, 3> x(cpu_device, {3, 20, 32}, corpus::counted<float>(60 * 32));
  const buffer<float, 3> out(cpu_device, {3, 20, 32});
  launch(cpu_device, grid(2, 3), HeadRows<16, 32>{}, x.cview(), out.view(), 20, 32);
});

}  // namespace
