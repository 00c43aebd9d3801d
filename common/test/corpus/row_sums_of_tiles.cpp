// Each tile of a row stores its own sum as the sum of the row.
#include "planted.hpp"

namespace {

using namespace kw;

template <int ROWS, int COLS>
struct RowSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows,
                            int n_cols) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto v = tl.load(x + rows(_, None) * n_cols + cols(None, _), mask, 0.0f);
    tl.store(out + rows, tl.sum(v, axis<1>), rows < n_rows);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(40, 70);
  const buffer<float> out(cpu_device, {40});
  launch(cpu_device, grid(cdiv(40, 16), cdiv(70, 32)), RowSums<16, 32>{}, x.cview(), out.view(), 40,
         70);
});

}  // namespace
