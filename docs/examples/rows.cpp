// Kernels over the rows of a matrix: one row per program, several rows per program, a row that is
// longer than a tile, lanes after a row, and sums of rows by very different accesses.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

template <int BLOCK_SIZE>
struct ScaleRows {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    auto largest = tl.max(tl.abs(v));
    tl.store(out.row(row) + cols, v / largest, mask);
  }
};

template <int ROWS, int COLS>
struct ScaleShortRows {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto cols = tl.arange(size<COLS>);
    auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());
    auto v = tl.load(x.row(rows(_, None)) + cols(None, _), mask, 0.0f);  // [ROWS, COLS]
    auto magnitudes = tl.max(tl.abs(v), axis<1>);                        // [ROWS]
    tl.store(out.row(rows(_, None)) + cols(None, _), v / magnitudes(_, None), mask);
  }
};

template <class Kernel>
void expect_scaled(const Kernel& kernel, int programs) {
  const auto values = made(3700, [](int i) { return static_cast<float>(i % 100 - 80); });
  const auto got = run(default_device(), grid(programs), kernel, matrix{37, 100, values},
                       new_matrix<float>{37, 100});
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], values[i] / 80.0f, 1e-6f) << i;
  }
}

TEST_F(Examples, OneOrSeveralRowsPerProgram) {
  expect_scaled(ScaleRows<128>{}, 37);
  expect_scaled(ScaleShortRows<16, 128>{}, cdiv(37, 16));
}

// How often the largest element of a row occurs, for rows of any length.
template <int BLOCK_SIZE>
struct CountLargest {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* count) const {
    auto row = tl.program_id(0);
    auto highest = tl.full(size<BLOCK_SIZE>, -inf);
    auto counts = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto v = tl.load(x.row(row) + cols, cols < x.columns(), -inf);
      auto higher = tl.maximum(highest, v);                   // each lane has its own maximum
      auto kept = tl.where(highest == higher, counts, 0.0f);  // 0 where the old one was beaten
      counts = kept + tl.where(v == higher, 1.0f, 0.0f);
      highest = higher;
    }
    auto largest = tl.max(highest);
    tl.store(count + row, tl.sum(tl.where(highest == largest, counts, 0.0f)));
  }
};

TEST_F(Examples, LongerThanATile) {
  // Rows of three blocks. The largest element is 5 in row 0, 6 in row 1, and so on: once per 97.
  const auto values = made(4 * 300, [](int i) {
    return i % 300 % 97 == 3 * (i / 300) ? 5.0f + i / 300 : -1.0f * (i % 300);
  });
  EXPECT_EQ(run(here, grid(4), CountLargest<128>{}, matrix{4, 300, values}, output<float>{4}),
            (std::vector<float>{4, 4, 4, 3}));
}

// How far a row is from one number: the mean of the squared distances.
template <int BLOCK_SIZE>
struct MeanSquaredError {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float target,
                            float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    auto error = tl.where(mask, v - target, 0.0f);
    tl.store(out + row, tl.sum(error * error) / x.columns());
  }
};

TEST_F(Examples, MeanSquaredError) {
  EXPECT_EQ(run(here, grid(2), MeanSquaredError<8>{},
                matrix<float>{2, 5, {7, 8, 9, 10, 11, 10, 10, 10, 10, 5}}, 9.0f, output<float>{2}),
            (std::vector<float>{2.0f, 4.0f}));
}

// The largest element of each column, in two kernels: this one leaves one row per program.
template <int BLOCK_SIZE>
struct ColumnMaxima {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x,
                            array<float, 2> partial) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto largest = tl.full(size<BLOCK_SIZE>, -inf);
    for (int row = tl.program_id(0); row < x.rows(); row += tl.num_programs(0)) {
      largest = tl.maximum(largest, tl.load(x.row(row) + cols, mask, -inf));
    }
    tl.store(partial.row(tl.program_id(0)) + cols, largest, mask);
  }
};

TEST_F(Examples, ColumnMaxima) {
  EXPECT_EQ(
      run(here, grid(2), ColumnMaxima<4>{}, matrix{5, 3, counting(15)}, new_matrix<float>{2, 3}),
      (std::vector<float>{12, 13, 14, 9, 10, 11}));
}

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
