// The whole text of every finding about a single load or store.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::iota;
using runtime_test::ones;
using runtime_test::text_of;
using runtime_test::texts_of;

// ---- rank 1
// --------------------------------------------------------------------------------------

template <int BLOCK>
struct CopyAll {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int step) const {
    auto offsets = tl.program_id(0) * step + tl.arange(size<BLOCK>);
    auto a = tl.load(x + offsets);
    tl.store(out + offsets, a);
  }
};

template <int BLOCK>
struct CopyMasked {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    tl.store(out + offsets, a, mask);
  }
};

template <int BLOCK>
struct StoreAll {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto a = tl.load(x + offsets, offsets < n, 0.0f);
    tl.store(out + offsets, a);
  }
};

template <int BLOCK>
struct Previous {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    auto a = tl.load(x + (offsets - 1), mask);
    tl.store(out + offsets, a, mask);
  }
};

struct BeforeStart {
  KW_KERNEL void operator()(auto tl, const float* x, float* out) const {
    auto offsets = tl.arange(size<16>) - 4;
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

struct OneElement {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int i) const {
    tl.store(out, tl.load(x + i));
  }
};

TEST(OutOfBounds, LoadWithoutMask) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (3), FILE:LINE: tl.load reads x[1000..1023] (24 lanes) but "
      "x has 1000 elements.\n"
      "    auto a = tl.load(x + offsets);\n"
      "  This program has more lanes than elements are left, and no mask. A mask switches the "
      "spare "
      "lanes off: `auto mask = offsets < 1000;`, then `tl.load(x + offsets, mask)`.");
}

TEST(OutOfBounds, StoreWithoutMask) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), StoreAll<256>{}, x.cview(), out.view(), 1000); }),
      "[out-of-bounds] StoreAll, program (3), FILE:LINE: tl.store writes out[1000..1023] (24 "
      "lanes) "
      "but out has 1000 elements.\n"
      "    tl.store(out + offsets, a);\n"
      "  This program has more lanes than elements are left, and no mask. A mask switches the "
      "spare "
      "lanes off: `auto mask = offsets < n;`, then `tl.store(out + offsets, a, mask)`.");
}

TEST(OutOfBounds, MorePrograms) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(7), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (4), FILE:LINE: tl.load reads x[1024..1279] (256 lanes) "
      "but "
      "x has 1024 elements. 2 other programs do the same.\n"
      "    auto a = tl.load(x + offsets);\n"
      "  All lanes of this program lie past the end: the grid has 7 programs of 256 lanes, but "
      "cdiv(1024, 256) = 4 are enough. Look at the grid in launch.");
}

TEST(OutOfBounds, AMillionPrograms) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(1 << 20), CopyAll<256>{}, x.cview(), out.view(), 256);
            }),
            "[out-of-bounds] CopyAll, program (4), FILE:LINE: tl.load reads x[1024..1279] (256 "
            "lanes) but x has 1024 elements. 1000 of the next 1000 programs do the same.\n"
            "    auto a = tl.load(x + offsets);\n"
            "  All lanes of this program lie past the end: the grid has 1048576 programs of 256 "
            "lanes, but cdiv(1024, 256) = 4 are enough. Look at the grid in launch.");
}

TEST(OutOfBounds, WrongStep) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyAll<256>{}, x.cview(), out.view(), 300); }),
      "[out-of-bounds] CopyAll, program (3), FILE:LINE: tl.load reads x[1024..1155] (132 lanes) "
      "but "
      "x has 1024 elements.\n"
      "    auto a = tl.load(x + offsets);\n"
      "  With 256 lanes in each program, program (3) should begin at element 3 * 256 = 768, but it "
      "begins at 900. Look at what tl.program_id(0) is multiplied by.");
}

TEST(OutOfBounds, MaskOneTooMany) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyMasked<256>{}, x.cview(), out.view(), 1001); }),
      "[out-of-bounds] CopyMasked, program (3), FILE:LINE: tl.load reads x[1000] (1 lane) but "
      "x has 1000 elements.\n"
      "    auto a = tl.load(x + offsets, mask);\n"
      "  The mask lets lane 232 through, one too many: the last element is x[999]. Compare "
      "with `<`, not with `<=`: `offsets < n`.");
}

TEST(OutOfBounds, MaskOfAnotherSize) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyMasked<256>{}, x.cview(), out.view(), 1010); }),
      "[out-of-bounds] CopyMasked, program (3), FILE:LINE: tl.load reads x[1000..1009] (10 "
      "lanes) but x has 1000 elements.\n"
      "    auto a = tl.load(x + offsets, mask);\n"
      "  The mask lets lane 232 through, the first of 10. Lanes at or past 1000 need `offsets < "
      "n`: the mask must compare the same offsets that are added to x, with the number of "
      "elements of x.");
}

TEST(OutOfBounds, NegativeWithoutMask) {
  const auto x = iota(64);
  const buffer<float> out(cpu_device, {64});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), BeforeStart{}, x.cview(), out.view()); }),
      "[out-of-bounds] BeforeStart, program (0), FILE:LINE: tl.load reads x[-4..-1] (4 lanes) "
      "but x has 64 elements.\n"
      "    tl.store(out + offsets, tl.load(x + offsets));\n"
      "  The first element is x[0], and an index below 0 lies in front of it. Programs and "
      "lanes count from 0: look at what is subtracted in `offsets`.");
}

TEST(OutOfBounds, NegativeWithMask) {
  const auto x = iota(10);
  const buffer<float> out(cpu_device, {10});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), Previous<16>{}, x.cview(), out.view(), 10); }),
      "[out-of-bounds] Previous, program (0), FILE:LINE: tl.load reads x[-1] (1 lane) but x has 10 "
      "elements.\n"
      "    auto a = tl.load(x + (offsets - 1), mask);\n"
      "  The mask lets lane 0 through, although its index is below 0. The first element is x[0]: "
      "the "
      "mask must look at both ends, `(offsets - 1 >= 0) & (offsets - 1 < n)`.");
}

TEST(OutOfBounds, OneElement) {
  const auto x = iota(10);
  const buffer<float> out(cpu_device, {1});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), OneElement{}, x.cview(), out.view(), 10); }),
            "[out-of-bounds] OneElement, program (0), FILE:LINE: tl.load reads x[10] but x has 10 "
            "elements.\n"
            "    tl.store(out, tl.load(x + i));\n"
            "  Its last element is x[9]: indices count from 0.");
}

TEST(OutOfBounds, EmptyBuffer) {
  const auto x = iota(0);
  const buffer<float> out(cpu_device, {1});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), OneElement{}, x.cview(), out.view(), 0); }),
            "[out-of-bounds] OneElement, program (0), FILE:LINE: tl.load reads x[0] but x has no "
            "elements.\n"
            "    tl.store(out, tl.load(x + i));\n"
            "  There is nothing to access: is the right buffer passed?");
}

TEST(OutOfBounds, NothingOutsideIsTouched) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  (void)text_of([&] { launch(cpu_device, grid(4), StoreAll<256>{}, x.cview(), out.view(), 1000); });
  std::string why;
  EXPECT_TRUE(out.guards_intact(&why)) << why;
  EXPECT_EQ(out.download()[767], 767.0f);
}

// ---- rank 2
// --------------------------------------------------------------------------------------

struct CopyTile {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int x_stride, int out_stride,
                            int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), a, mask);
  }
};

struct CopyTileAll {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int stride) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));
    tl.store(out + rows(_, None) * stride + cols(None, _), a);
  }
};

struct RowSum {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int stride, int n_cols) const {
    auto cols = tl.arange(size<64>);
    const float* row = x + tl.program_id(0) * stride;
    tl.store(out + tl.program_id(0), tl.sum(tl.load(row + cols, cols < n_cols, 0.0f)));
  }
};

std::string copy_tile(std::int64_t rows, std::int64_t columns, buffer_layout layout, int x_stride,
                      int n_rows, int n_cols) {
  const auto x = ones(rows, columns, layout);
  const buffer<float, 2> out(cpu_device, {rows, columns});
  return text_of([&] {
    launch(cpu_device, grid(cdiv(rows, 16), cdiv(columns, 32)), CopyTile{}, x.cview(), out.view(),
           x_stride, static_cast<int>(columns), n_rows, n_cols);
  });
}

TEST(OutOfBounds, RowsWithoutMask) {
  const auto x = ones(20, 64);
  const buffer<float, 2> out(cpu_device, {20, 64});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(2, 2), CopyTileAll{}, x.cview(), out.view(), 64); }),
      "[out-of-bounds] CopyTileAll, program (1, 0), FILE:LINE: tl.load reads rows 16..31 of x, but "
      "x "
      "has 20 rows: 384 of the 512 active lanes are outside. 1 other program does the same.\n"
      "    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));\n"
      "  The tile reaches over the edge, and there is no mask. A mask over the rows switches the "
      "spare lanes off: `(rows(_, None) < number of rows)`, given to tl.load as second argument.");
}

TEST(OutOfBounds, RowsWithMask) {
  EXPECT_EQ(
      copy_tile(20, 64, {}, 64, 32, 64),
      "[out-of-bounds] CopyTile, program (1, 0), FILE:LINE: tl.load reads rows 16..31 of x, but "
      "x has 20 rows: 384 of the 512 active lanes are outside. 1 other program does the same.\n"
      "    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);\n"
      "  The mask does not guard the rows. It needs `(rows(_, None) < number of rows)`, with "
      "the size of x (20 x 64).");
}

TEST(OutOfBounds, BothAxesWithoutMask) {
  const auto x = ones(20, 40, {.row_stride = 80});
  const buffer<float, 2> out(cpu_device, {20, 40}, {.row_stride = 80});
  EXPECT_EQ(
      texts_of([&] {
        launch(cpu_device, grid(2, 2), CopyTileAll{}, x.cview(), out.view(), 80);
      }).at(0),
      "[out-of-bounds] CopyTileAll, program (1, 0), FILE:LINE: tl.load reads rows 16..31 of x, but "
      "x "
      "has 20 rows: 384 of the 512 active lanes are outside. 1 other program does the same.\n"
      "    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));\n"
      "  The tile reaches over the edge, and there is no mask. A mask over the rows switches the "
      "spare lanes off: `(rows(_, None) < number of rows)`, given to tl.load as second argument.");
}

TEST(OutsideRow, TouchingRows) {
  EXPECT_EQ(
      copy_tile(32, 40, {}, 40, 32, 64),
      "[outside-row] CopyTile, program (0, 1), FILE:LINE: tl.load reads columns 32..63 of x, "
      "but x has 40 columns: 384 of the 512 active lanes are outside. 1 other program does the "
      "same.\n"
      "    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);\n"
      "  These lanes stay inside the memory of the buffer, so that nothing crashes: column 40 "
      "of row 0 is really column 0 of row 1. The mask does not guard the columns. It needs "
      "`(cols(None, _) < number of columns)`, with the size of x (32 x 40).");
}

TEST(OutsideRow, GapAndEndOfMemory) {
  const auto x = ones(16, 40, {.row_stride = 80});
  const buffer<float, 2> out(cpu_device, {16, 40}, {.row_stride = 80});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1, 2), CopyTileAll{}, x.cview(), out.view(), 80); }),
      "[outside-row] CopyTileAll, program (0, 1), FILE:LINE: tl.load reads columns 32..63 of x, "
      "but x "
      "has 40 columns: 384 of the 512 active lanes are outside.\n"
      "    auto a = tl.load(x + rows(_, None) * stride + cols(None, _));\n"
      "  Counted along the memory, column 40 of row 0 lies in the gap between two rows. The tile "
      "reaches over the edge, and there is no mask. A mask over the columns switches the spare "
      "lanes "
      "off: `(cols(None, _) < number of columns)`, given to tl.load as second argument.");
}

TEST(OutsideRow, WrongStride) {
  EXPECT_EQ(
      copy_tile(32, 40, {.row_stride = 48}, 40, 32, 40),
      "[outside-row] CopyTile, program (0, 0), FILE:LINE: tl.load reads rows that begin 40 "
      "elements apart, but the rows of x begin 48 elements apart: x[40] belongs to no row of "
      "this tile. 3 other programs do the same.\n"
      "    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);\n"
      "  Multiply the row numbers by the distance between two rows of x, 48 elements (its row "
      "stride), not by 40.");
}

TEST(OutsideRow, OneRowAProgram) {
  const auto x = ones(5, 40, {.row_stride = 48});
  const buffer<float> out(cpu_device, {5});
  EXPECT_EQ(
      texts_of([&] { launch(cpu_device, grid(5), RowSum{}, x.cview(), out.view(), 48, 44); }).at(1),
      "[outside-row] RowSum, program (0), FILE:LINE: tl.load reads x[40..43] (4 lanes), behind the "
      "end "
      "of row 0: the rows of x have 40 elements and begin 48 elements apart. 3 other programs do "
      "the "
      "same.\n"
      "    tl.store(out + tl.program_id(0), tl.sum(tl.load(row + cols, cols < n_cols, 0.0f)));\n"
      "  The mask must compare the column with the number of columns, 40, not with the distance "
      "between two rows.");
}

// ---- what was never written
// ------------------------------------------------------------------------

struct Accumulate {
  KW_KERNEL void operator()(auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto sum = tl.load(out + offsets) + tl.load(x + offsets);
    tl.store(out + offsets, sum);
  }
};

struct StoreThenLoad {
  KW_KERNEL void operator()(auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + offsets));
    tl.store(out + offsets, tl.load(out + offsets) * 2.0f);
  }
};

struct Neighbour {
  KW_KERNEL void operator()(auto tl, float* out) const {
    auto lanes = tl.arange(size<64>);
    tl.store(out + tl.program_id(0) * 64 + lanes, tl.full(size<64>, 1.0f, float32));
    auto a = tl.load(out + (1 - tl.program_id(0)) * 64 + lanes);
    tl.store(out + tl.program_id(0) * 64 + lanes, a);
  }
};

TEST(UninitialisedRead, Output) {
  const auto x = iota(128);
  const buffer<float> out(cpu_device, {128});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(2), Accumulate{}, x.cview(), out.view()); }),
      "[uninitialised-read] Accumulate, program (0), FILE:LINE: tl.load reads out[0..63] (64 "
      "lanes), which nothing has written. 1 other program does the same.\n"
      "    auto sum = tl.load(out + offsets) + tl.load(x + offsets);\n"
      "  out is an output: before the kernel stores to it, it holds nothing of use. Did you mean "
      "to load from x?");
}

TEST(UninitialisedRead, Input) {
  const buffer<float> x(cpu_device, {64});
  const buffer<float> out(cpu_device, {64});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), StoreThenLoad{}, x.cview(), out.view()); }),
      "[uninitialised-read] StoreThenLoad, program (0), FILE:LINE: tl.load reads x[0..63] (64 "
      "lanes), which nothing has written.\n"
      "    tl.store(out + offsets, tl.load(x + offsets));\n"
      "  No values were put into x before the launch. Upload them, or launch the kernel that "
      "writes it first.");
}

TEST(UninitialisedRead, OfAnotherProgram) {
  const buffer<float> out(cpu_device, {128});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(2), Neighbour{}, out.view()); }),
      "[uninitialised-read] Neighbour, program (0), FILE:LINE: tl.load reads out[64..127] (64 "
      "lanes), which nothing has written. 1 other program does the same.\n"
      "    auto a = tl.load(out + (1 - tl.program_id(0)) * 64 + lanes);\n"
      "  Other programs write this in the same launch, but programs run in no fixed order. A "
      "program may read what was there before the launch, and what it stored itself.");
}

TEST(UninitialisedRead, OwnStoresCount) {
  const auto x = iota(128);
  const buffer<float> out(cpu_device, {128});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(2), StoreThenLoad{}, x.cview(), out.view()); }),
            "");
  EXPECT_EQ(out.download()[100], 200.0f);
}

TEST(UninitialisedRead, EarlierLaunchesCount) {
  const auto x = iota(128);
  const buffer<float> middle(cpu_device, {128}), out(cpu_device, {128});
  EXPECT_EQ(text_of([&] {
              launch(cpu_device, grid(2), StoreThenLoad{}, x.cview(), middle.view());
              launch(cpu_device, grid(2), StoreThenLoad{}, middle.cview(), out.view());
            }),
            "");
}

// ---- lanes without a value
// ----------------------------------------------------------------------------

struct ForgetsMask {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<64>);
    auto a = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, a + 1.0f);
  }
};

TEST(UndefinedLane, Stored) {
  const auto x = iota(50);
  const buffer<float> out(cpu_device, {64});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), ForgetsMask{}, x.cview(), out.view(), 50); }),
            "[undefined-lane] ForgetsMask, program (0), FILE:LINE: tl.store writes to out[50..63] "
            "(14 lanes) "
            "what a tl.load did not read: its mask had switched these lanes off, which leaves them "
            "without a "
            "value.\n"
            "    tl.store(out + offsets, a + 1.0f);\n"
            "  Give tl.store the same mask, so that it skips these lanes. Where their value "
            "matters, give "
            "tl.load one to use instead, as third argument: `tl.load(x + offsets, mask, 0.0f)`.");
}

// ---- device_assert
// --------------------------------------------------------------------------------------

struct Asserts {
  KW_KERNEL void operator()(auto tl, const float* x, float limit) const {
    auto a = tl.load(x + tl.program_id(0) * 16 + tl.arange(size<16>));
    tl.device_assert(a < limit, "values stay below the limit");
  }
};

const char* const kAssertText =
    "[device-assert] Asserts, program (1), FILE:LINE: tl.device_assert fails in lane 4 of 16: "
    "values "
    "stay below the limit. 2 other programs do the same.\n"
    "    tl.device_assert(a < limit, \"values stay below the limit\");\n"
    "  The condition is false there. `tl.device_print` shows the values it was made of.";

TEST(DeviceAssert, Checked) {
  const auto x = iota(64);
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(4), Asserts{}, x.cview(), 20.0f); }),
            kAssertText);
}

TEST(DeviceAssert, ChecksOff) {
  const auto x = iota(64);
  enable_checks(false);
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(4), Asserts{}, x.cview(), 20.0f); }),
            kAssertText);
  enable_checks(true);
}

}  // namespace
