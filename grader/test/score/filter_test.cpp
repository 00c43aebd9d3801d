#include "grader/score/filter.hpp"

#include <gtest/gtest.h>

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

TEST(Filter, TakesATestAlongThatItLeftOut) {
  EXPECT_EQ(with_test("", "Mask.A"), "Mask.A");
  EXPECT_EQ(with_test("Mask.A", "Mask.B"), "Mask.A:Mask.B");
  EXPECT_EQ(with_test("Mask.*-*.B:*.C", "Mask.B"), "Mask.*-*.C");
  EXPECT_EQ(with_test("-*.B", "Mask.B"), "*");
}

TEST(Filter, EmptyMatchesOnlyEmpty) {
  EXPECT_FALSE(matches_filter("", "Mask.Ragged"));
  EXPECT_TRUE(matches_filter("", ""));
}

}  // namespace
}  // namespace kw::grader
