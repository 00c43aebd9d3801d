#include "common/base/quantile.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Quantile, LiesBetweenTheTwoNearestValues) {
  EXPECT_EQ(quantile({7}, 0.5), 7);
  EXPECT_EQ(quantile({1, 2}, 0.5), 1.5);
  EXPECT_EQ(quantile({1, 2, 9}, 0.5), 2);
  EXPECT_EQ(quantile({0, 10, 20, 30, 40}, 0.25), 10);
  EXPECT_EQ(quantile({0, 10, 20}, 0.75), 15);
  EXPECT_EQ(quantile({3, 5}, 0), 3);
  EXPECT_EQ(quantile({3, 5}, 1), 5);
}

}  // namespace
}  // namespace kw::base
