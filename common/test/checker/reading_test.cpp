// What the reads of a launch show, for a test whose values are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/checker/mistakes/reading.hpp"
#include "common/test/checker/checked.hpp"

using namespace kw;
using namespace runtime_test;

namespace {

struct SumOfSteps {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int begin, int step,
                            int move) const {
    auto acc = tl.zeros(size<64>);
    for (int start = begin; start < n; start += step) {
      auto cols = start * move + tl.arange(size<64>);
      acc += tl.load(x + cols, cols < n, 0.0f);
    }
    tl.store(out, tl.sum(acc));
  }
};

// The text about `sum of n elements`, without the place.
std::string sum_of(int n, int begin, int step, int move = 1) {
  const auto x = iota(n);
  const buffer<float> out(cpu_device, {1});
  (void)text_of([&] {
    launch(cpu_device, grid(1), SumOfSteps{}, x.cview(), out.view(), n, begin, step, move);
  });
  const std::string text = what_reads_show().facts;
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

const std::string kLoop =
    "the loop in line 17 (`for (int start = begin; start < n; start += step)`) ";

TEST(Reading, NothingStrange) {
  EXPECT_EQ(sum_of(1000, 0, 64), "");
  EXPECT_EQ(sum_of(64, 0, 64), "");
  EXPECT_EQ(sum_of(64, 0, 32, 0), "");  // all of it in each step
}

TEST(Reading, StepsOfALoop) {
  EXPECT_EQ(sum_of(1000, 0, 32),
            kLoop +
                "goes on by 32 elements, but each step reads 64 of them, so most elements of x "
                "count twice. Let the loop go on by the width of its tile, `64`.");
  EXPECT_EQ(sum_of(1000, 0, 128),
            kLoop +
                "goes on by 128 elements, but each step reads only 64 of them. It skips the "
                "others: elements 64..127, 192..255 and so on of x are never read. Let it go on by "
                "the width of its tile, `64`.");
  EXPECT_EQ(sum_of(256, 0, 64, 0), "every step of " + kLoop +
                                       "reads the same elements of x, so x[64..255] are never "
                                       "read. The offsets of this line have to depend on `start`.");
  EXPECT_EQ(sum_of(256, 64, 64),
            "the first part of x is left out: x[0..63] are never read. Look at where " + kLoop +
                "begins.");
}

struct CopyOneRow {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out,
                            int of) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<64>);
    auto v = tl.load(x.row(row * of) + cols, cols < x.columns());
    tl.store(out.row(row) + cols, v, cols < x.columns());
  }
};

std::string copy_rows(int of) {
  const auto x = ones(5, 40);
  const buffer<float, 2> out(cpu_device, {5, 40});
  (void)text_of([&] { launch(cpu_device, grid(5), CopyOneRow{}, x.cview(), out.view(), of); });
  const std::string text = what_reads_show().facts;
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

TEST(Reading, Rows) {
  EXPECT_EQ(copy_rows(1), "");
  EXPECT_EQ(copy_rows(0),
            "all 5 programs read the same part of x, so rows 1..4 of x are never read. The row has "
            "to depend on `row`.");
}

// Sums of columns: a program goes over the rows, which may be narrower than its tile.
struct ColumnSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out,
                            int begin, int end, int step) const {
    auto cols = tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    for (int row = begin; row != end; row += step) {
      sum += tl.load(x.row(row) + cols, cols < x.columns(), 0.0f);
    }
    tl.store(out.row(tl.program_id(0)) + cols, sum, cols < x.columns());
  }
};

// The same over groups of four rows.
struct GroupSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out,
                            int begin, int end, int step) const {
    auto cols = tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    for (int row = begin; row != end; row += step) {
      auto rows = row + tl.arange(size<4>);
      auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());
      sum += tl.sum(tl.load(x.row(rows(_, None)) + cols(None, _), mask, 0.0f), axis<0>);
    }
    tl.store(out.row(tl.program_id(0)) + cols, sum, cols < x.columns());
  }
};

// Sums of rows, whose loop goes over the columns.
struct RowSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out, int begin,
                            int end, int step) const {
    auto row = tl.program_id(0);
    auto sum = tl.zeros(size<64>);
    for (int start = begin; start != end; start += step) {
      auto cols = start + tl.arange(size<64>);
      sum += tl.load(x.row(row) + cols, cols < x.columns(), 0.0f);
    }
    tl.store(out + row, tl.sum(sum));
  }
};

struct loop {
  int begin, end, step;
};

template <class Kernel>
std::string sums_of(std::int64_t rows, std::int64_t columns, loop l, std::int64_t stride = 0) {
  const buffer<float, 2> x(cpu_device, {rows, columns},
                           std::vector<float>(static_cast<std::size_t>(rows * columns), 1.0f),
                           {.row_stride = stride});
  if constexpr (std::is_same_v<Kernel, RowSums>) {
    const buffer<float> out(cpu_device, {rows});
    (void)text_of([&] {
      launch(cpu_device, grid(rows), Kernel{}, x.cview(), out.view(), l.begin, l.end, l.step);
    });
  } else {
    const buffer<float, 2> out(cpu_device, {2, columns});
    (void)text_of([&] {
      launch(cpu_device, grid(2), Kernel{}, x.cview(), out.view(), l.begin, l.end, l.step);
    });
  }
  const std::string text = what_reads_show().facts;
  return text.empty() ? "" : text.substr(text.find(") ") + 2);
}

TEST(Reading, WalksOverRowsOfAnyWidth) {
  for (const std::int64_t columns : {1, 8, 31, 32, 50, 63, 64}) {
    for (const std::int64_t gap : {0, 1, 5, 40}) {
      const std::string where = std::to_string(columns) + " columns, gap " + std::to_string(gap);
      const std::int64_t stride = columns + gap;
      EXPECT_EQ(sums_of<ColumnSums>(9, columns, {0, 9, 1}, stride), "") << where;
      EXPECT_EQ(sums_of<ColumnSums>(9, columns, {8, -1, -1}, stride), "") << where;
      EXPECT_EQ(sums_of<GroupSums>(12, columns, {0, 12, 4}, stride), "") << where;
      EXPECT_EQ(sums_of<GroupSums>(11, columns, {0, 12, 4}, stride), "") << where;
      EXPECT_EQ(sums_of<GroupSums>(11, columns, {8, -4, -4}, stride), "") << where;
      EXPECT_EQ(sums_of<RowSums>(3, columns, {0, 64, 64}, stride), "") << where;
    }
  }
}

TEST(Reading, WalksOverColumns) {
  for (const std::int64_t columns : {65, 100, 128, 200}) {
    const int end = static_cast<int>((columns + 63) / 64 * 64);
    EXPECT_EQ(sums_of<RowSums>(3, columns, {0, end, 64}), "") << columns;
    EXPECT_EQ(sums_of<RowSums>(3, columns, {end - 64, -64, -64}, 250), "") << columns;
  }
}

TEST(Reading, WrongWalksOverColumns) {
  EXPECT_EQ(sums_of<RowSums>(3, 200, {0, 224, 32}),
            "goes on by 32 columns, but each step reads 64 of them, so most elements of x count "
            "twice. Let the loop go on by the width of its tile, `64`.");
  EXPECT_EQ(sums_of<RowSums>(3, 200, {192, -16, -16}),
            "goes back by 16 columns, but each step reads 64 of them, so most elements of x count "
            "4 times. Let the loop go back by the width of its tile, `64`.");
  EXPECT_EQ(sums_of<RowSums>(3, 50, {0, 64, 32}, 70),
            "goes on by 32 columns, but each step reads up to 50 of them, so some elements of x "
            "count more than once. Let the loop go on by the width of its tile, `64`.");
  EXPECT_EQ(
      sums_of<RowSums>(3, 200, {0, 256, 128}),
      "goes on by 128 columns, but each step reads only 64 of them. It skips the others: columns "
      "64..127 and 192..199 of x are never read. Let it go on by the width of its tile, `64`.");
}

TEST(Reading, WrongWalksOverRows) {
  EXPECT_EQ(sums_of<ColumnSums>(8, 20, {0, 8, 2}),
            "goes on by 2 rows, but each step reads only 1 of them. It skips the others: rows 1, 3 "
            "and so on of x are never read. Let it go on by one at a time.");
  EXPECT_EQ(sums_of<GroupSums>(12, 20, {0, 12, 2}),
            "goes on by 2 rows, but each step reads 4 of them, so most elements of x count twice. "
            "Let the loop go on by the width of its tile, `4`.");
  EXPECT_EQ(sums_of<GroupSums>(16, 20, {0, 16, 8}, 33),
            "goes on by 8 rows, but each step reads only 4 of them. It skips the others: rows 4..7 "
            "and 12..15 of x are never read. Let it go on by the width of its tile, `4`.");
}

struct SameRow {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    for (int row = 0; row < x.rows(); ++row) {
      sum += tl.load(x.row(0) + cols, cols < x.columns(), 0.0f);
    }
    tl.store(out + cols, sum, cols < x.columns());
  }
};

TEST(Reading, OneRowAgainAndAgain) {
  const auto x = ones(4, 20);
  const buffer<float> out(cpu_device, {20});
  (void)text_of([&] { launch(cpu_device, grid(1), SameRow{}, x.cview(), out.view()); });
  EXPECT_THAT(what_reads_show().facts,
              ::testing::HasSubstr("reads the same elements of x, so rows 1..3 of x are never "
                                   "read. The row of this line has to depend on `row`."));
}

// Which rows are read is in another array, and so are those that are not.
struct RowsByNumber {
  KW_KERNEL void operator()(program auto tl, const int* numbers, array<const float, 2> x,
                            array<float, 2> out) const {
    auto cols = tl.arange(size<64>);
    auto mask = cols < x.columns();
    int own = tl.program_id(0);
    int number = tl.load(numbers + own);
    auto sum = tl.load(x.row(number) + cols, mask, 0.0f);
    for (int row = 0; row < out.rows(); ++row) {
      if (tl.load(numbers + row) == number) {
        sum += tl.load(x.row(row) + cols, mask, 0.0f);
      }
    }
    tl.store(out.row(own) + cols, sum, mask);
  }
};

TEST(Reading, RowsThatDataChoose) {
  const buffer<int> numbers(cpu_device, {3}, std::vector<int>{1, 1, 1});
  const auto x = ones(5, 20);
  const buffer<float, 2> out(cpu_device, {3, 20});
  (void)text_of(
      [&] { launch(cpu_device, grid(3), RowsByNumber{}, numbers.cview(), x.cview(), out.view()); });
  EXPECT_EQ(what_reads_show().facts, "");
}

// A stencil: its tiles overlap on purpose, and the loop moves them less than their width.
struct Taps {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int taps) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    for (int tap = 0; tap < taps; ++tap) {
      sum += tl.load(x + i + tap, i < n - taps + 1, 0.0f);
    }
    tl.store(out + i, sum, i < n - taps + 1);
  }
};

TEST(Reading, AStencilOverlapsOnPurpose) {
  for (const int n : {20, 64, 200}) {
    const auto x = iota(n);
    const buffer<float> out(cpu_device, {n - 4});
    (void)text_of(
        [&] { launch(cpu_device, grid((n - 4 + 63) / 64), Taps{}, x.cview(), out.view(), n, 5); });
    EXPECT_EQ(what_reads_show().facts, "") << n;
  }
}

// Rows that the kernel knows as a pointer and a number of columns.
struct FlatColumnSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int rows,
                            int columns) const {
    auto cols = tl.arange(size<64>);
    auto sum = tl.zeros(size<64>);
    for (int row = tl.program_id(0); row < rows; row += tl.num_programs(0)) {
      sum += tl.load(x + row * columns + cols, cols < columns, 0.0f);
    }
    tl.store(out + tl.program_id(0) * columns + cols, sum, cols < columns);
  }
};

TEST(Reading, RowsOfAPlainPointer) {
  for (const int programs : {1, 3}) {
    const auto x = iota(9 * 8);
    const buffer<float> out(cpu_device, {programs * 8});
    (void)text_of(
        [&] { launch(cpu_device, grid(programs), FlatColumnSums{}, x.cview(), out.view(), 9, 8); });
    EXPECT_EQ(what_reads_show().facts, "") << programs;
  }
}

TEST(Reading, AnotherLaunchIsNotAsked) {
  EXPECT_NE(copy_rows(0), "");
  EXPECT_EQ(sum_of(64, 0, 64), "");  // unrelated to the rows
}

}  // namespace
