// The sums of rows in two ways, for the page on slow kernels: the same result, and very different
// accesses.
#include "example.hpp"

namespace {
using namespace kw;

//! [lanes down the rows]
template <int ROWS>
struct SumsDown {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* sums) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto total = tl.zeros(size<ROWS>);
    for (int col = 0; col < x.columns(); ++col) {
      total += tl.load(x.row(rows) + col, rows < x.rows(), 0.0f);  // one element of each row
    }
    tl.store(sums + rows, total, rows < x.rows());
  }
};
//! [lanes down the rows]

//! [lanes along the rows]
template <int ROWS, int COLS>
struct SumsAlong {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* sums) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto total = tl.zeros(shape<ROWS, COLS>);
    for (int first = 0; first < x.columns(); first += COLS) {
      auto cols = first + tl.arange(size<COLS>);
      auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());
      total += tl.load(x.row(rows(_, None)) + cols(None, _), mask, 0.0f);  // neighbours in a row
    }
    tl.store(sums + rows, tl.sum(total, axis<1>), rows < x.rows());
  }
};
//! [lanes along the rows]

TEST_F(Examples, SumsInTwoWays) {
  const device where = default_device();
  constexpr int kRows = 37, kColumns = 150;
  const buffer<float, 2> x(where, {kRows, kColumns}, examples::counting(kRows * kColumns, 0.25f));
  const buffer<float> down(where, {kRows}), along(where, {kRows});
  launch(where, grid(cdiv(kRows, 16)), SumsDown<16>{}, x.cview(), down.view());
  launch(where, grid(cdiv(kRows, 4)), SumsAlong<4, 64>{}, x.cview(), along.view());
  for (int r = 0; r < kRows; ++r) {
    float want = 0;
    for (int c = 0; c < kColumns; ++c) {
      want += 0.25f * static_cast<float>(r * kColumns + c);
    }
    const auto at = static_cast<std::size_t>(r);
    EXPECT_NEAR(down.download()[at], want, want * 1e-5f) << r;
    EXPECT_NEAR(along.download()[at], want, want * 1e-5f) << r;
  }
}

}  // namespace
