#include "grader/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/test/trace/sample_launch.hpp"

namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// An array of floats.
trace_argument array_of(std::vector<std::int64_t> extents, std::vector<std::int64_t> strides) {
  trace_argument array;
  array.array = true;
  array.element_size = 4;
  array.extents = std::move(extents);
  array.strides = std::move(strides);
  return array;
}

TEST(Trace, IsReadWithItsMaskedLanes) {
  const trace_launch launch = launch_of(kAdd);
  EXPECT_EQ(launch.programs(), 2);
  EXPECT_EQ(launch.position(1), "1");
  ASSERT_EQ(launch.accesses.size(), 4U);
  const trace_access& store = launch.accesses[3];
  EXPECT_EQ(store.active, 4);
  ASSERT_EQ(store.masked_off.size(), 1U);
  EXPECT_EQ(store.masked_off[0].element, 12);
  EXPECT_EQ(store.masked_off[0].count, 4);
  EXPECT_EQ(describe_place(launch, store), "out[8..11]");
}

TEST(Trace, LanesOutsideAreTold) {
  const trace_launch launch = launch_of(kAdd);
  const auto boxes = boxes_of(launch.arguments[0], launch.accesses[2].runs);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_FALSE(boxes[0].outside);
  EXPECT_EQ(boxes[0].columns, 4);
  EXPECT_TRUE(boxes[1].outside);
  EXPECT_EQ(boxes[1].column, 12);
  EXPECT_EQ(traffic_of(launch, 0).outside, 4);
}

TEST(Trace, CountsBytesVectorsAndSectors) {
  const trace_launch launch = launch_of(kAdd);
  const trace_cost load = cost_of(launch.arguments[0], launch.accesses[0]);
  EXPECT_EQ(load.bytes, 32);
  EXPECT_EQ(load.vector_bytes, 32);
  EXPECT_EQ(load.sectors, 1);
  EXPECT_EQ(load.pattern, "in a row");
  const trace_cost store = cost_of(launch.arguments[1], launch.accesses[1]);
  EXPECT_EQ(store.vector_bytes, 16);  // 4 bytes off: one of two units is whole
  EXPECT_EQ(store.sectors, 2);
  EXPECT_EQ(store.pattern, "in a row, 4 bytes off a multiple of 16");
  EXPECT_EQ(traffic_of(launch, 1).written, 48);
  EXPECT_EQ(traffic_of(launch, 1).least, 48);
}

TEST(Trace, AMatrixIsCutIntoRows) {
  const trace_argument x = array_of({3, 5}, {8, 1});
  // A tile of 4 x 8 lanes at row 1, column 2: past the end of its rows, and of the matrix.
  std::vector<trace_run> runs;
  for (std::int64_t row = 1; row < 5; ++row) {
    runs.push_back({row * 8 + 2, 8, 1, row * 8 + 2});
  }
  const auto boxes = boxes_of(x, runs);
  std::int64_t inside = 0, outside = 0;
  for (const trace_box& box : boxes) {
    (box.outside ? outside : inside) += box.rows * box.columns;
  }
  EXPECT_EQ(inside, 2 * 3);
  EXPECT_EQ(outside, 4 * 8 - 2 * 3);
}

TEST(Trace, HeadsAreRowsBelowEachOther) {
  trace_argument q = array_of({2, 3, 4, 16}, {240, 80, 20, 1});  // rows of 16 elements, 20 apart
  q.name = "q";
  EXPECT_TRUE(q.matrix());
  EXPECT_EQ(q.rows(), 24);
  EXPECT_EQ(q.row_stride(), 20);
  EXPECT_EQ(q.rows_of_a_part(), 4);
  trace_launch launch;
  launch.arguments = {q};
  trace_access access;
  access.argument = 0;
  access.runs = {{17 * 20, 16, 1, 17 * 20}, {18 * 20, 16, 1, 18 * 20}};
  EXPECT_EQ(describe_place(launch, access), "q[1, 1, 1..2, 0..15]");
  access.runs.push_back({24 * 20, 16, 1, 24 * 20});
  EXPECT_EQ(boxes_of(q, access.runs).size(), 2U);  // the last row is outside
  EXPECT_EQ(describe_place(launch, access), "q[rows 17..24, 0..15]");
}

TEST(Trace, OnlyRowsThatAreEquallyFarApartMakeAMatrix) {
  EXPECT_FALSE(array_of({2, 3, 4}, {100, 4, 1}).matrix());
  EXPECT_TRUE(array_of({2, 3, 4}, {12, 4, 1}).matrix());
  // Of one batch, the distance to the next says nothing.
  const trace_argument one = array_of({1, 3, 4}, {7, 4, 1});
  EXPECT_TRUE(one.matrix());
  EXPECT_EQ(one.rows_of_a_part(), 0);
}

TEST(Trace, SeveralProgramsThatLoopShowMost) {
  trace_launch launch = launch_of(kAdd);
  EXPECT_EQ(launch.interest(), 3);  // several programs
  trace_launch longer = launch;
  longer.accesses.insert(longer.accesses.begin() + 1, longer.accesses[0]);
  EXPECT_EQ(longer.interest(), 5);  // one of them loads x twice
  longer.arguments[0].extents = {2, 6};
  longer.arguments[0].strides = {6, 1};
  EXPECT_EQ(longer.interest(), 4);  // two rows hardly look like a matrix
  launch.grid = {1000, 1, 1};
  EXPECT_EQ(launch.interest(), 0);  // too many to follow
}

TEST(Trace, StridedLanesMoveASectorEach) {
  trace_access access;
  access.argument = 0;
  access.active = 8;
  access.runs = {{0, 8, 100, 0}};
  const trace_cost cost = cost_of(array_of({1024}, {1}), access);
  EXPECT_EQ(cost.sectors, 8);
  EXPECT_EQ(cost.vector_percent(), 0);
  EXPECT_EQ(cost.pattern, "every 100 elements");
}

TEST(Trace, TheTerminalShowsWhoWasWhere) {
  EXPECT_EQ(
      to_terminal(launch_of(kAdd), -1),
      "Add, 2 programs, exercises/01_first/first.cpp:20\n"
      "  reads  x (12 elements)\n"
      "    |000000001111|!!\n"
      "    !! 4 lanes are outside of x\n"
      "  writes out (12 elements)\n"
      "    |000000001111|\n"
      "  A character is the number of the program that was there: 0-9, then a-z; * for several, "
      ". for none.\n"
      "  program (0), line  10: load   x[0..7]                  8 of 8 lanes, 100 % in 16-byte "
      "units\n"
      "  program (0), line  11: store  out[0..7]                8 of 8 lanes, 50 % in 16-byte "
      "units\n"
      "  112 bytes asked for; 112 bytes if every element were touched once (1.00 times)\n"
      "  160 bytes moved, in units of 32 bytes (1.43 bytes for each byte asked for)\n");
}

TEST(Trace, AGridWithoutProgramsIsToldAndNotDrawn) {
  trace_launch launch = launch_of(kAdd);
  launch.grid[0] = 0;
  launch.accesses.clear();
  const std::string text = to_terminal(launch, -1);
  EXPECT_THAT(text, ::testing::HasSubstr("0 programs"));
  EXPECT_THAT(text, ::testing::HasSubstr("does its size round down to 0?"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

}  // namespace
}  // namespace kw::grader
