#include "common/base/pattern.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Pattern, FindsTheFirstPlaceAndItsGroups) {
  const pattern size(R"((\w+) = size<(\d+)>(;)?)");
  const auto found = size.find("int n = size<64> + 1");
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], "n = size<64>");
  EXPECT_EQ((*found)[1], "n");
  EXPECT_EQ((*found)[2], "64");
  EXPECT_EQ((*found)[3], "");
  EXPECT_EQ(found->begin, 4u);
  EXPECT_EQ(found->end, 16u);
  EXPECT_FALSE(size.find("int n = 64"));
  EXPECT_FALSE(size.find("n = size<64>", 20));
}

TEST(Pattern, MatchesTheWholeTextAlone) {
  const pattern quotient(R"((\w+) / (\w+))");
  EXPECT_EQ((*quotient.match("n / 64"))[2], "64");
  EXPECT_FALSE(quotient.match("n / 64 - 1"));
  EXPECT_TRUE(quotient.find("n / 64 - 1"));
}

TEST(Pattern, FindsAllPlaces) {
  const pattern word(R"(\b[a-c])");
  std::vector<std::size_t> begins;
  for (const pattern::place& place : word.find_all("ab b xa c")) {
    begins.push_back(place.begin);
  }
  EXPECT_EQ(begins, (std::vector<std::size_t>{0, 3, 8}));
  // Only the text's own beginning counts, and an empty place is no endless loop.
  EXPECT_EQ(pattern("^a").find_all("aaa").size(), 1u);
  EXPECT_EQ(pattern("x*").find_all("axa").size(), 4u);
}

TEST(Pattern, IgnoresTheCaseOnRequest) {
  EXPECT_FALSE(pattern("cpp").match("CPP"));
  EXPECT_TRUE(pattern("cpp", pattern::letters::any_case).match("CPP"));
}

}  // namespace
}  // namespace kw::base
