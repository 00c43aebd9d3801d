// The tile is turned, its mask is not.
#include "planted.hpp"

namespace {

using namespace kw;

template <int TILE>
struct Transpose {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows,
                            int n_cols) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto v = tl.load(x + rows(_, None) * n_cols + cols(None, _), mask);
    tl.store(out + cols(_, None) * n_rows + rows(None, _), tl.trans(v), mask);
  }
};

const corpus::planted mistake([] {
  const auto x = corpus::matrix<float>(40, 64);
  const buffer<float, 2> out(cpu_device, {64, 40});
  launch(cpu_device, grid(3, 4), Transpose<16>{}, x.cview(), out.view(), 40, 64);
});

}  // namespace
