// The sums of rows in two ways, for the page on slow kernels: the same result, and very different
// accesses.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

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
  constexpr int kRows = 37, kColumns = 150;
  const auto values = counting(kRows * kColumns, 0.25f);
  const matrix<float> x{kRows, kColumns, values};
  const auto down = run(here, grid(cdiv(kRows, 16)), SumsDown<16>{}, x, output<float>{kRows});
  const auto along = run(here, grid(cdiv(kRows, 4)), SumsAlong<4, 64>{}, x, output<float>{kRows});
  const auto want = product(values, std::vector<float>(kColumns, 1.0f), kRows, 1, kColumns);
  for (std::size_t r = 0; r < kRows; ++r) {
    EXPECT_NEAR(down[r], want[r], want[r] * 1e-5f) << r;
    EXPECT_NEAR(along[r], want[r], want[r] * 1e-5f) << r;
  }
}

}  // namespace
