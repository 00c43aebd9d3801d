// Kernels over the rows of a matrix: one row per program, several rows per program, and a row that
// is longer than a tile.
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

}  // namespace
