#include "common/base/base64.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Base64, IsThatOfTheRfc) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64("\xFF\xFE"), "//4=");
}

}  // namespace
}  // namespace kw::base
