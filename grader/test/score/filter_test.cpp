#include "grader/score/filter.hpp"

#include <gtest/gtest.h>

#include "grader/score/suggest.hpp"

namespace kw::grader {
namespace {

TEST(Filter, MatchesAsGoogleTestDoes) {
  EXPECT_TRUE(matches_filter("Mask.*", "Mask.Ragged"));
  EXPECT_FALSE(matches_filter("Mask.*", "Masked.Ragged"));
  EXPECT_TRUE(matches_filter("Mask?.*", "Masks.Ragged"));
  EXPECT_FALSE(matches_filter("Mask?.*", "Mask.Ragged"));
  EXPECT_TRUE(matches_filter("Offsets.*:ProgramIds.*", "ProgramIds.First"));
  EXPECT_FALSE(matches_filter("Offsets.*:ProgramIds.*", "VectorAdd.First"));
  EXPECT_TRUE(matches_filter("*", "Anything.AtAll/3"));
  EXPECT_TRUE(matches_filter("*/Sizes.*", "Awkward/Sizes.Add/2"));
}

TEST(Filter, ExcludesEverythingAfterTheDash) {
  EXPECT_FALSE(matches_filter("Mask.*-Mask.Huge:Mask.Slow", "Mask.Huge"));
  EXPECT_FALSE(matches_filter("Mask.*-Mask.Huge:Mask.Slow", "Mask.Slow"));
  EXPECT_TRUE(matches_filter("Mask.*-Mask.Huge:Mask.Slow", "Mask.Small"));
  EXPECT_TRUE(matches_filter("-Mask.Huge", "Mask.Small"));
  EXPECT_FALSE(matches_filter("-Mask.Huge", "Mask.Huge"));
}

TEST(Filter, TakesLittleTimeForManyStars) {
  const std::string name(2000, 'a');
  EXPECT_FALSE(matches_filter("*a*a*a*a*a*a*a*a*a*a*a*b", name));
}

TEST(Filter, EmptyMatchesOnlyEmpty) {
  EXPECT_FALSE(matches_filter("", "Mask.Ragged"));
  EXPECT_TRUE(matches_filter("", ""));
}

TEST(Suggest, FindsTheNearestName) {
  EXPECT_EQ(nearest("lesson3", {"lesson01", "lesson02", "lesson03"}), "lesson03");
  EXPECT_EQ(nearest("hint", {"hints", "points"}), "hints");
  EXPECT_EQ(nearest("zzzzzzzz", {"lesson01"}), "");
  EXPECT_EQ(did_you_mean("pionts", {"points"}), " (did you mean \"points\"?)");
}

}  // namespace
}  // namespace kw::grader
