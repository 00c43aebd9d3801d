// Which pattern in wrong values a failed comparison names.
#include "common/testing/value_pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "common/test/testing/failures.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

using doubles = std::vector<double>;

TEST(CheckClosePattern, FactorWithAMeaning) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i] / std::log(2.0); }),
            "  This looks like a logic error: the wrong elements are 1.4427 times what they should "
            "be, which is the factor between natural logarithms and those to base 2.");
}

TEST(CheckClosePattern, Term) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i] - 1; }),
            "  This looks like a logic error: the wrong elements are 1 too small.");
}

TEST(CheckClosePattern, CutOff) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return std::max(want[i], 20.0); }),
            "  This looks like a logic error: the wrong elements are all 20, and should be "
            "smaller. Is 20 a limit that is too high?");
}

TEST(CheckClosePattern, OtherOrder) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i * 7 % 1000]; }),
            "  This looks like a logic error: all values are right, but they are in other places "
            "than they should be.");
}

}  // namespace
}  // namespace kw::testing
