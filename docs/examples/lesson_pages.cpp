// Kernels that the pages of lessons show: the idea of a task, in another kernel.
#include <kernelwright/testing/traffic.hpp>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

// A matrix in the order of Fortran: column c begins c * column_stride elements after the first.
template <int ROWS, int COLS>
struct Negate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int column_stride) const {
    auto rows = tl.program_id(1) * ROWS + tl.arange(size<ROWS>);   // [ROWS]
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);   // [COLS]
    auto offsets = rows(_, None) + cols(None, _) * column_stride;  // [ROWS, COLS]
    tl.store(out + offsets, -tl.load(x + offsets));
  }
};

TEST_F(Examples, ColumnAfterColumn) {
  const device where = default_device();
  buffer<float, 2> x(where, {32, 64}, counting(32 * 64), {.row_stride = 100});
  buffer<float, 2> out(where, {32, 64}, {.row_stride = 100});
  launch(where, grid(2, 4), Negate<16, 16>{}, x.cview(), out.view(), 100);
  EXPECT_EQ(out.download(), counting(32 * 64, -1.0f));
}

template <int BLOCK_SIZE>
struct ClearFrom {  // out[i] = 0 for i >= first
  KW_KERNEL void operator()(program auto tl, float* out, int first) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets >= first;                                                // [BLOCK_SIZE]
    tl.store(out + offsets, 0.0f, mask);
  }
};

TEST_F(Examples, ClearFrom) {
  const auto got = run(here, grid(4), ClearFrom<64>{}, changed(std::vector<float>(256, 1.0f)), 100);
  EXPECT_EQ(got[99], 1.0f);
  EXPECT_EQ(got[100], 0.0f);
}

template <int ROWS, int COLS>
struct ClearCorner {  // out[r, c] = 0 for r >= top and c >= left
  KW_KERNEL void operator()(program auto tl, float* out, int top, int left, int out_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);   // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);   // [COLS]
    auto mask = (rows(_, None) >= top) & (cols(None, _) >= left);  // [ROWS, COLS]
    tl.store(out + rows(_, None) * out_stride + cols(None, _), 0.0f, mask);
  }
};

TEST_F(Examples, ClearCorner) {
  const auto got = run(here, grid(2, 2), ClearCorner<16, 32>{},
                       changed(std::vector<float>(32 * 64, 1.0f)), 20, 40, 64);
  EXPECT_EQ(got[19 * 64 + 40], 1.0f);
  EXPECT_EQ(got[20 * 64 + 39], 1.0f);
  EXPECT_EQ(got[20 * 64 + 40], 0.0f);
}

template <int ROWS, int COLS>
struct ColumnMin {  // out[c] = the smallest element of column c
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_rows, int n_cols) const {
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);  // [COLS]
    auto smallest = tl.full(shape<ROWS, COLS>, inf);
    for (int top = 0; top < n_rows; top += ROWS) {
      auto rows = top + tl.arange(size<ROWS>);                          // [ROWS]
      auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
      auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask, inf);
      smallest = tl.minimum(smallest, v);
    }
    tl.store(out + cols, tl.min(smallest, axis<0>), cols < n_cols);
  }
};

TEST_F(Examples, ColumnMin) {
  const auto got = run(here, grid(4), ColumnMin<16, 32>{}, counting(5000, -1.0f),
                       output<float>{100}, std::int64_t{100}, 50, 100);
  EXPECT_EQ(got[0], -4900.0f);
  EXPECT_EQ(got[99], -4999.0f);
}

template <int BLOCK_SIZE>
struct AddTransposedByRows {
  KW_KERNEL void operator()(program auto tl, array<float, 2> out, array<const float, 2> a,
                            array<const float, 2> b) const {
    int row = tl.program_id(0);
    auto lanes = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto inside = lanes < out.columns();
    auto sum = tl.load(a.row(row) + lanes, inside) + tl.load(b.row(lanes) + row, inside);
    tl.store(out.row(row) + lanes, sum, inside);
  }
};

TEST_F(Examples, OneSideGoesDownTheColumns) {
  if (!kw::testing::can_count_traffic(default_device())) {
    GTEST_SKIP() << "only the checker counts, which watches the CPU";
  }
  constexpr int kRows = 96, kColumns = 64, kCount = kRows * kColumns;
  const buffer<float, 2> a(cpu_device, {kRows, kColumns}, counting(kCount));
  const buffer<float, 2> b(cpu_device, {kColumns, kRows}, counting(kCount, 2.0f));
  const buffer<float, 2> out(cpu_device, {kRows, kColumns});
  const runtime::traffic moved = kw::testing::traffic_of([&] {
    launch(cpu_device, grid(kRows), AddTransposedByRows<kColumns>{}, out.view(), a.cview(),
           b.cview());
  });
  // 40 bytes for 12 that are needed, as the page says.
  EXPECT_EQ(runtime::traffic::kUnitBytes * (moved.units_loaded + moved.units_stored), 40 * kCount);
  EXPECT_EQ(out.download()[5 * kColumns + 7], 5 * kColumns + 7 + 2 * (7 * kRows + 5));
}

}  // namespace
