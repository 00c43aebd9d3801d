#include "common/base/edit_distance.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(EditDistance, CountsEditsAndExchangesOfNeighbours) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("store", "stor"), 1U);
  EXPECT_EQ(edit_distance("store", "stroe"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(EditDistance, TheClosestIsTheFirstOfTheNearest) {
  EXPECT_EQ(closest("laod", {"log", "load", "loud"}, 2), "load");
  EXPECT_EQ(closest("max", {"man", "map"}, 1), "man");
  EXPECT_EQ(closest("max", {"minimum"}, 2), "");
  EXPECT_EQ(closest("max", {"max"}, 2), "") << "the word itself is not a suggestion";
  EXPECT_EQ(closest("max", {}, 2), "");
}

}  // namespace
}  // namespace kw::base
