// The smallest of some integers, in a kernel for any type.
#include "planted.hpp"

namespace {

using namespace kw;

template <int ROWS, int COLS>
struct ColumnArgmin {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, int* out, int n_rows, int n_cols) const {
    auto rows = tl.arange(size<ROWS>);
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto v = tl.load(x + rows(_, None) * n_cols + cols(None, _), mask);
    tl.store(out + cols, tl.argmin(v + 1, axis<0>), cols < n_cols);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<int>(20, 70);
  const buffer<int> out(cpu_device, {70});
  launch(cpu_device, grid(cdiv(70, 32)), ColumnArgmin<32, 32>{}, x.cview(), out.view(), 20, 70);
});

}  // namespace
