// Shared memory of pipelined kernels: what each part gets, and the message when it is too little.
#include "kernelwright/runtime/shared_memory_plan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernelwright/runtime/error.hpp"

namespace {

using kw::source_place;
using kw::runtime::add_to_plan;
using kw::runtime::lay_out;
using kw::runtime::shared_memory_plan;

constexpr int kHopper = 232448;  // the most that a block may have
constexpr source_place kLaunch{"lessons/matmul.cpp", 40};

/// A stream of 128 x 64 and 64 x 256 tiles, and a store of 128 x 256, all of float16.
shared_memory_plan matmul(int stages) {
  shared_memory_plan plan;
  add_to_plan(plan, {{"lessons/matmul.cpp", 20}, "tl.stream", stages, 49152, 2 * stages, 1, 0, 0});
  add_to_plan(plan, {{"lessons/matmul.cpp", 25}, "tl.store", 1, 65536, 0, 0, 0, 65536});
  return plan;
}

std::string message(const shared_memory_plan& plan) {
  try {
    lay_out(plan, kLaunch, 2, kHopper);
  } catch (const kw::error& e) {
    return e.what();
  }
  return "";
}

TEST(SharedMemoryPlan, StagesTheWholeStoreWhereItFits) {
  const auto layout = lay_out(matmul(3), kLaunch, 2, kHopper);
  EXPECT_EQ(layout.staging_panels, 4);  // 64 x 256 per warpgroup, in panels of 64 x 64
  EXPECT_EQ(layout.bytes, 1024 + 3 * 49152 + 65536);
}

TEST(SharedMemoryPlan, StagesInPartsWhereRoomIsScarce) {
  const auto layout = lay_out(matmul(4), kLaunch, 2, kHopper);
  EXPECT_EQ(layout.staging_panels, 2);
  EXPECT_LE(layout.bytes, kHopper);
}

/// A stream of two 128 x 128 tiles, a load and a store of one, all of float16, as in attention.
shared_memory_plan attention(int stages) {
  shared_memory_plan plan;
  add_to_plan(plan, {{"attention.cpp", 20}, "tl.stream", stages, 65536, 2 * stages, 1, 0, 0});
  add_to_plan(plan, {{"attention.cpp", 21}, "tl.load", 1, 32768, 1, 0, 1, 0});
  add_to_plan(plan, {{"attention.cpp", 40}, "tl.store", 1, 32768, 0, 0, 0, 32768});
  return plan;
}

TEST(SharedMemoryPlan, LoadsAheadWhereASecondPlaceFits) {
  const auto once = lay_out(attention(2), kLaunch, 2, 196608);
  EXPECT_EQ(once.load_slots, 1);
  EXPECT_LE(once.bytes, 196608);
  const auto twice = lay_out(attention(2), kLaunch, 2, kHopper);
  EXPECT_EQ(twice.load_slots, 2);
  EXPECT_EQ(twice.bytes, 1024 + 2 * 65536 + 2 * 32768 + 32768);
  EXPECT_EQ(lay_out(matmul(3), kLaunch, 2, kHopper).load_slots, 1);  // nothing is loaded
}

TEST(SharedMemoryPlan, CountsTheBarriersInUse) {
  EXPECT_EQ(lay_out(matmul(3), kLaunch, 2, kHopper).barriers, 1 + 2 * 3);
  EXPECT_EQ(lay_out(attention(2), kLaunch, 2, 196608).barriers, 1 + 2 * 2 + 1);
  EXPECT_EQ(lay_out(attention(2), kLaunch, 2, kHopper).barriers, 1 + 2 * 2 + 2);
}

TEST(SharedMemoryPlan, SaysHowMuchOfWhatAndWhichKnobToTurn) {
  EXPECT_EQ(
      message(matmul(5)),
      "lessons/matmul.cpp:40: this kernel needs 257 KiB of shared memory, and a block has 227 "
      "KiB:\n"
      "  lessons/matmul.cpp:20: tl.stream has 5 stages of 48 KiB: 240 KiB\n"
      "  the rest is for barriers and stores\n"
      "  Use fewer stages first, then smaller tiles.");
}

TEST(SharedMemoryPlan, LimitsStreams) {
  shared_memory_plan plan;
  for (int i = 0; i < 5; ++i) {
    add_to_plan(plan, {{}, "tl.stream", 2, 8192, 2, 1, 0, 0});
  }
  EXPECT_NE(message(plan).find("this kernel has 5 streams"), std::string::npos);
}

}  // namespace
