// The mask compares with the rows of all heads, although each head has its own rows.
#include "planted.hpp"

namespace {

using namespace kw;

template <int ROWS, int COLS>
struct HeadRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows, int n_cols,
                            int heads) const {
    auto rows = tl.program_id(1) * n_rows + tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto cols = tl.arange(size<COLS>);
    auto mask = rows(_, None) < heads * n_rows;
    auto at = rows(_, None) * n_cols + cols(None, _);
    tl.store(out + at, tl.load(x + at, mask) * 2.0f, mask);
  }
};

const corpus::planted mistake([] {
  const buffer<float, 3> x(cpu_device, {3, 20, 32}, corpus::counted<float>(60 * 32));
  const buffer<float, 3> out(cpu_device, {3, 20, 32});
  launch(cpu_device, grid(2, 3), HeadRows<16, 32>{}, x.cview(), out.view(), 20, 32, 3);
});

}  // namespace
