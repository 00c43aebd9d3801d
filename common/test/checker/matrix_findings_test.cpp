// The checker knows the extents of a matrix as it knows those of a view, and reports both the same.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::ones;
using runtime_test::text_of;
using runtime_test::texts_of;

struct CopyTile {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out,
                            int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto a = tl.load(x.row(rows(_, None)) + cols(None, _), mask);
    tl.store(out.row(rows(_, None)) + cols(None, _), a, mask);
  }
};

struct CopyRow {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto cols = tl.arange(size<64>);
    int row = tl.program_id(0);
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, cols < 40), cols < x.columns());
  }
};

struct ReadRaw {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    tl.store(out, x.row(1)[2]);
  }
};

std::string copy_tile(std::int64_t rows, std::int64_t columns, buffer_layout layout, int n_rows,
                      int n_cols) {
  const auto x = ones(rows, columns, layout);
  const buffer<float, 2> out(cpu_device, {rows, columns});
  return text_of([&] {
    launch(cpu_device, grid(cdiv(rows, 16), cdiv(columns, 32)), CopyTile{}, x.cview(), out.view(),
           n_rows, n_cols);
  });
}

TEST(MatrixFindings, ACorrectKernelHasNone) {
  EXPECT_EQ(copy_tile(20, 40, {.row_stride = 48}, 20, 40), "");
}

TEST(MatrixFindings, RowsOutOfBounds) {
  EXPECT_EQ(copy_tile(20, 64, {}, 32, 64),
            "[out-of-bounds] CopyTile, program (1, 0), FILE:LINE: tl.load reads rows 16..31 of x, "
            "but x has 20 rows: 384 of the 512 active lanes are outside. 1 other program does the "
            "same.\n    auto a = tl.load(x.row(rows(_, None)) + cols(None, _), mask);\n  The mask "
            "does not guard the rows: it is `(rows(_, None) < n_rows) & (cols(None, _) < n_cols)`. "
            "It needs `(rows(_, None) < x.rows())`, where x has the size 20 x 64.");
}

TEST(MatrixFindings, RowsAreApart) {
  const auto x = ones(5, 36, {.row_stride = 48});
  const buffer<float, 2> out(cpu_device, {5, 36});
  EXPECT_EQ(
      texts_of([&] { launch(cpu_device, grid(5), CopyRow{}, x.cview(), out.view()); }).at(1),
      "[outside-row] CopyRow, program (0), FILE:LINE: tl.load reads x[36..39] (4 lanes), "
      "past the end of row 0: the rows of x have 36 elements and begin 48 elements apart. 3 "
      "other programs do the same.\n    tl.store(out.row(row) + cols, tl.load(x.row(row) + "
      "cols, cols < 40), cols < x.columns());\n  The mask `cols < 40` lets lane 36 "
      "through, the first of 4. It must compare the same offsets that are added to x with the "
      "length of its rows, 36: `cols < x.columns()`.");
}

TEST(MatrixFindings, NeverWritten) {
  const auto x = ones(5, 40);
  const buffer<float, 2> out(cpu_device, {6, 40});
  const std::string text =
      text_of([&] { launch(cpu_device, grid(5), CopyRow{}, x.cview(), out.view()); });
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "[never-written] CopyRow, FILE:LINE: out[200..239] (40 of 240 elements) were never "
            "written.");
}

TEST(MatrixFindings, ElementsReadWithoutTl) {
  const auto x = ones(5, 64);
  const buffer<float> out(cpu_device, {1});
  const std::string text =
      text_of([&] { launch(cpu_device, grid(1), ReadRaw{}, x.cview(), out.view()); });
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "[raw-access] ReadRaw, program (0), FILE:LINE: the kernel reads or writes x[66] "
            "itself, as `x[i]` or `*x`, and not through tl.");
}

}  // namespace
