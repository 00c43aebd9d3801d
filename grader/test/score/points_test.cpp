#include "grader/score/points.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(Points, HaveNoNeedlessDigits) {
  EXPECT_EQ(format_points(7), "7");
  EXPECT_EQ(format_points(0), "0");
  EXPECT_EQ(format_points(100), "100");
  EXPECT_EQ(format_points(6.67), "6.67");
  EXPECT_EQ(format_points(2.5), "2.5");
}

}  // namespace
}  // namespace kw::grader
