#include "common/base/suggest.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Suggest, FindsTheNearestName) {
  EXPECT_EQ(nearest("lesson3", {"lesson01", "lesson02", "lesson03"}), "lesson03");
  EXPECT_EQ(nearest("hint", {"hints", "points"}), "hints");
  EXPECT_EQ(nearest("zzzzzzzz", {"lesson01"}), "");
  EXPECT_EQ(did_you_mean("pionts", {"points"}), " (did you mean \"points\"?)");
}

}  // namespace
}  // namespace kw::base
