// The whole text of findings about launches: the grid, what stayed unwritten, programs that meet.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;
using runtime_test::text_of;

// Writes blocks of 64 from `first` on, `step` apart, and in each block only the lanes whose offset
// is below n.
struct Fill {
  KW_KERNEL void operator()(program auto tl, float* out, int first, int step, int n) const {
    auto offsets = first + tl.program_id(0) * step + tl.arange(size<64>);
    tl.store(out + offsets, tl.full(size<64>, 1.0f), offsets < n);
  }
};

void launch_fill(view<float> out, unsigned programs, int first, int step, int n) {
  launch(cpu_device, grid(programs), Fill{}, out, first, step, n);
}

std::string fill(std::int64_t size, unsigned programs, int first, int step, int n) {
  const buffer<float> out(cpu_device, {size});
  return text_of([&] { launch_fill(out.view(), programs, first, step, n); });
}

TEST(Launch, RightOnesAreSilent) {
  EXPECT_EQ(fill(256, 4, 0, 64, 256), "");
  EXPECT_EQ(fill(200, 4, 0, 64, 200), "");
  EXPECT_EQ(fill(1, 1, 0, 64, 1), "");
  EXPECT_EQ(fill(0, 0, 0, 64, 0), "");
}

// ---- grid
// ----------------------------------------------------------------------------------------

const char* const kFillLaunch =
    "    launch(cpu_device, grid(programs), Fill{}, out, first, step, n);\n";

TEST(GridTooSmall, Otherwise) {
  EXPECT_EQ(fill(256, 1, 0, 64, 256),
            std::string("[grid-too-small] Fill, FILE:LINE: the grid has 1 program, which is too "
                        "few: out[64..255] (192 of 256 elements) were never written.\n") +
                kFillLaunch +
                "  Each program covers 64 elements, so cdiv(256, 64) = 4 programs are needed.");
}

TEST(GridTooSmall, Empty) {
  EXPECT_EQ(
      fill(40, 0, 0, 64, 40),
      std::string("[grid-too-small] Fill, FILE:LINE: the grid has no programs, so nothing was "
                  "written to out, which has 40 elements.\n") +
          kFillLaunch +
          "  One extent of the grid is 0 for these sizes. If it comes from a division: `/` rounds "
          "down, to 0 if there is less than one block, and cdiv rounds up.");
}

struct FillTiles {
  KW_KERNEL void operator()(program auto tl, float* out, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    tl.store(out + rows(_, None) * 100 + cols(None, _), tl.full(shape<16, 32>, 1.0f), mask);
  }
};

void launch_tiles(view<float, 2> out, grid programs, int n_rows, int n_cols) {
  launch(cpu_device, programs, FillTiles{}, out, n_rows, n_cols);
}

std::string fill_tiles(unsigned row_programs, unsigned column_programs, int n_rows = 50,
                       int n_cols = 100) {
  const buffer<float, 2> out(cpu_device, {50, 100});
  return text_of([&] {
    const grid programs(row_programs, column_programs);
    launch_tiles(out.view(), programs, n_rows, n_cols);
  });
}

const char* const kTilesLaunch = "    const grid programs(row_programs, column_programs);\n";

TEST(GridTooSmall, BothAxes) {
  EXPECT_EQ(fill_tiles(2, 3),
            std::string("[grid-too-small] FillTiles, FILE:LINE: the grid has 2 x 3 programs, which "
                        "is too few: rows 32..49 and columns 96..99 of out (which has 50 rows and "
                        "100 columns) were never written.\n") +
                kTilesLaunch +
                "  A tile covers 16 rows, so axis 0 of the grid needs cdiv(50, 16) = 4 programs, "
                "but it has 2. A tile covers 32 columns, so axis 1 of the grid needs cdiv(100, 32) "
                "= 4 programs, but it has 3. Division with `/` rounds down and drops the rest; "
                "cdiv rounds up.");
}

TEST(GridTooSmall, OneProgramAlongAnAxis) {
  EXPECT_EQ(fill_tiles(4, 1),
            std::string(
                "[grid-too-small] FillTiles, FILE:LINE: the grid has 4 programs, which is too few: "
                "columns 32..99 of out (which has 50 rows and 100 columns) were never written.\n") +
                kTilesLaunch +
                "  A tile covers 32 columns, so axis 1 of the grid needs cdiv(100, 32) = 4 "
                "programs, but it has 1.");
}

TEST(GridTooSmall, SwappedExtents) {
  const buffer<float, 2> out(cpu_device, {32, 100});
  const grid right(2, 4);
  EXPECT_EQ(text_of([&] { launch_tiles(out.view(), right, 32, 100); }), "");
  const buffer<float, 2> other(cpu_device, {32, 100});
  const grid swapped(4, 2);
  EXPECT_EQ(
      text_of([&] { launch_tiles(other.view(), swapped, 32, 100); }),
      "[grid-too-small] FillTiles, FILE:LINE: the grid has 4 x 2 programs, which is too few: "
      "columns 64..99 of out (which has 32 rows and 100 columns) were never written.\n    "
      "const grid swapped(4, 2);\n  A tile covers 32 columns, so axis 1 of the "
      "grid needs cdiv(100, 32) = 4 programs, but it has 2. Axis 0 has 4: are the two extents "
      "of the grid swapped?");
}

TEST(GridTooLarge, TwoAxes) {
  EXPECT_EQ(
      fill_tiles(5, 4),
      std::string("[grid-too-large] FillTiles, FILE:LINE: the grid has 5 x 4 programs, but 4 "
                  "of them have nothing to do: the masks switch all of their lanes off "
                  "(program (4, 0) is the first).\n") +
          kTilesLaunch +
          "  Along axis 0 of the grid 4 programs are enough, but there are 5. The grid should "
          "have cdiv(size, block size) programs along each axis, and no more.");
}

// ---- never written
// --------------------------------------------------------------------------------

TEST(NeverWritten, MaskOfRows) {
  EXPECT_EQ(
      fill_tiles(4, 4, 49, 100),
      "[never-written] FillTiles, FILE:LINE: row 49 of out (which has 50 rows and 100 columns) was "
      "never written.\n    tl.store(out + rows(_, None) * 100 + cols(None, _), tl.full(shape<16, "
      "32>, 1.0f), mask);\n  The mask `(rows(_, None) < n_rows) & (cols(None, _) < n_cols)` "
      "switches off "
      "the lanes that would write there. It should be `rows(_, None) < 50`.");
}

TEST(NeverWritten, OutputsThatHoldValuesMayStay) {
  const buffer<float> out(cpu_device, {200}, std::vector<float>(200, 3.0f));
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(2), Fill{}, out.view(), 0, 64, 200); }), "");
}

// ---- races
// ----------------------------------------------------------------------------------------

struct Twice {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    for (int i = 0; i < 3; ++i) {
      tl.store(out + offsets, tl.full(size<64>, 1.0f));
    }
  }
};

TEST(WriteRace, OwnStoresAreNone) {
  const buffer<float> out(cpu_device, {256});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(4), Twice{}, out.view()); }), "");
}

// ---- the findings themselves
// ------------------------------------------------------------------------

TEST(Findings, DoNotDependOnTheSchedule) {
  const auto once = [] {
    const buffer<float> out(cpu_device, {100000});
    return text_of([&] { launch(cpu_device, grid(1563), Fill{}, out.view(), 0, 63, 99990); });
  };
  const std::string first = once();
  EXPECT_NE(first.find("programs (0) and (1)"), std::string::npos) << first;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(once(), first);
  }
}

TEST(Findings, Fields) {
  const buffer<float, 2> out(cpu_device, {50, 100});
  const auto findings =
      findings_of([&] { launch(cpu_device, grid(5, 4), FillTiles{}, out.view(), 66, 100); });
  ASSERT_EQ(findings.size(), 1u);
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, "out-of-bounds");
  EXPECT_EQ(f.kernel, "FillTiles");
  EXPECT_EQ(f.file, "common/test/checker/launch_findings_test.cpp");
  EXPECT_GT(f.line, 50);
  EXPECT_EQ(f.buffer, "out");
  EXPECT_EQ(f.program[0], 3);
  EXPECT_EQ(f.program[1], 0);
  EXPECT_EQ(f.program[2], 0);
  EXPECT_EQ(f.first, 5000);
  EXPECT_EQ(f.count, 8);
  EXPECT_EQ(to_text(f),
            "[out-of-bounds] " + f.facts + "\n    " + f.source_text + "\n  " + f.advice);
}

TEST(Findings, Json) {
  finding f;
  f.kind = "out-of-bounds";
  f.facts = "a \"b\"\n\\c";
  f.line = 7;
  f.program[0] = 3;
  EXPECT_EQ(to_json(f, "Suite.Name"),
            "{\"test\":\"Suite.Name\",\"kind\":\"out-of-bounds\",\"kernel\":\"\",\"file\":\"\","
            "\"line\":7,\"source_text\":\"\",\"buffer\":\"\",\"program\":[3,0,0],\"first\":0,"
            "\"last\":0,\"count\":0,\"message\":\"a \\\"b\\\"\\n\\\\c\",\"advice\":\"\"}");
}

TEST(Findings, LastWriter) {
  const buffer<float> out(cpu_device, {256});
  (void)text_of([&] { launch(cpu_device, grid(4), Fill{}, out.view(), 0, 64, 256); });
  const std::string writer = last_writer(out.data() + 130);
  EXPECT_EQ(writer.substr(0, writer.rfind(':')),
            "stored by program (2), common/test/checker/launch_findings_test.cpp");
  EXPECT_EQ(last_writer(out.data() + 300), "");
}

}  // namespace
