// The whole text of out-of-bounds and outside-row, for buffers with rows.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::ones;
using runtime_test::text_of;
using runtime_test::texts_of;

// --------------------------------------------------------------------------------------

struct CopyTileAll {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));
    tl.store(out + rows(_, None) * stride + cols(None, _), a);
  }
};

struct RowSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride,
                            int n_cols) const {
    auto cols = tl.arange(size<64>);
    const float* row = x + tl.program_id(0) * stride;
    tl.store(out + tl.program_id(0), tl.sum(tl.load(row + cols, cols < n_cols, 0.0f)));
  }
};

TEST(OutOfBounds, BothAxesWithoutMask) {
  const auto x = ones(20, 40, {.row_stride = 80});
  const buffer<float, 2> out(cpu_device, {20, 40}, {.row_stride = 80});
  EXPECT_EQ(texts_of([&] {
              launch(cpu_device, grid(2, 2), CopyTileAll{}, x.cview(), out.view(), 80);
            }).at(0),
            "[out-of-bounds] CopyTileAll, program (1, 0), FILE:LINE: tl.load reads rows 16..31 of "
            "x, but x has 20 rows: 384 of the 512 active lanes are outside. 1 other program does "
            "the same.\n    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));\n  The "
            "tile reaches past the edge, and there is no mask. A mask over the rows switches the "
            "spare lanes off: `(rows(_, None) < 20)`, given to tl.load as its second argument.");
}

TEST(OutsideRow, GapAndEndOfMemory) {
  const auto x = ones(16, 40, {.row_stride = 80});
  const buffer<float, 2> out(cpu_device, {16, 40}, {.row_stride = 80});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1, 2), CopyTileAll{}, x.cview(), out.view(), 80); }),
      "[outside-row] CopyTileAll, program (0, 1), FILE:LINE: tl.load reads columns 32..63 of x, "
      "but x has 40 columns: 384 of the 512 active lanes are outside.\n    auto a = tl.load(x + "
      "rows(_, None) * stride + cols(None, _));\n  Counted along the memory, column 40 of row 0 is "
      "in the gap between two rows. The tile reaches past the edge, and there is no mask. A mask "
      "over the columns switches the spare lanes off: `(cols(None, _) < 40)`, given to tl.load as "
      "its second argument.");
}

TEST(OutsideRow, OneRowAProgram) {
  const auto x = ones(5, 40, {.row_stride = 48});
  const buffer<float> out(cpu_device, {5});
  EXPECT_EQ(
      texts_of([&] { launch(cpu_device, grid(5), RowSum{}, x.cview(), out.view(), 48, 44); }).at(1),
      "[outside-row] RowSum, program (0), FILE:LINE: tl.load reads x[40..43] (4 lanes), past the "
      "end of row 0: the rows of x have 40 elements and begin 48 elements apart. 3 other programs "
      "do the same.\n    tl.store(out + tl.program_id(0), tl.sum(tl.load(row + cols, cols < "
      "n_cols, 0.0f)));\n  The mask `cols < n_cols` lets lane 40 through, the first of 4. It must "
      "compare the same offsets that are added to x with the length of its rows, 40: `cols < 40`.");
}

// A ragged mask has no structure. If a row of the tile ends where a row of the buffer does, the
// next row follows without a gap: these are still two rows.
struct Ragged {
  KW_KERNEL void operator()(program auto tl, const float* x, const int* lengths, float* out) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    auto length = tl.load(lengths + rows);
    auto value =
        tl.load(x + rows(_, None) * 32 + cols(None, _), cols(None, _) < length(_, None), 0.0f);
    tl.store(out + rows(_, None) * 32 + cols(None, _), value);
  }
};

TEST(OutsideRow, RaggedRowsThatTouchAreNone) {
  const auto x = ones(16, 32);
  std::vector<int> lengths;
  for (int row = 0; row < 16; ++row) {
    lengths.push_back(row % 3 == 0 ? 32 : row);
  }
  const buffer<int> given(cpu_device, {16}, lengths);
  const buffer<float, 2> out(cpu_device, {16, 32});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), Ragged{}, x.cview(), given.cview(), out.view()); }),
      "");
}

// The pixels of an image, found by division: neighbouring lanes continue from one row of the image
// in the next. Here, with every second pixel, rows of the tile are two rows apart.
struct GatheredPixels {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int width) const {
    auto i = tl.arange(size<16>);
    auto channel = tl.arange(size<4>);
    auto pixel = i / 2 * (2 * width) + i % 2 * 2;
    auto place = pixel(_, None) * 4 + channel(None, _);
    auto value = tl.load(x + place, place < 4 * 8 * width, 0.0f);
    tl.store(out + i(_, None) * 4 + channel(None, _), value);
  }
};

TEST(OutsideRow, GatheredLanesMayGoAnywhere) {
  for (const int width : {2, 3, 4}) {
    const buffer<float, 4> x(cpu_device, {1, 8, width, 4},
                             std::vector<float>(static_cast<std::size_t>(32 * width), 1.0f));
    const buffer<float, 2> out(cpu_device, {16, 4});
    EXPECT_EQ(text_of([&] {
                launch(cpu_device, grid(1), GatheredPixels{}, x.cview(), out.view(), width);
              }),
              "")
        << width;
  }
}

struct ColumnOfRows {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride) const {
    auto rows = tl.arange(size<8>);
    auto cols = tl.arange(size<4>);
    auto mask = (rows(None, _) < 8) & (cols(_, None) < 1);
    tl.store(out + rows(None, _) + cols(_, None) * 8,
             tl.load(x + rows(None, _) * stride + cols(_, None), mask, 0.0f));
  }
};

TEST(OutsideRow, WhereRowsAreSingleElementsEachLaneHasARow) {
  const auto x = ones(8, 1);
  const buffer<float, 2> out(cpu_device, {4, 8});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), ColumnOfRows{}, x.cview(), out.view(), 1); }),
            "");
}

}  // namespace
