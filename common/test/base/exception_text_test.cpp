#include "common/base/exception_text.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(ExceptionText, IsWhatTheExceptionSays) {
  EXPECT_EQ(text_of_exception(
                "C++ exception with description \"no \"x\" here\" thrown in the test body.\n"),
            "no \"x\" here");
  EXPECT_EQ(text_of_exception("C++ exception with description \"two\nlines\" thrown in SetUp().\n"),
            "two\nlines");
}

TEST(ExceptionText, LeavesOtherTextsAsTheyAre) {
  for (const char* text : {"", "Failed\nno", "Unknown C++ exception thrown in the test body.\n",
                           "a C++ exception with description \"x\" thrown in the test body."}) {
    EXPECT_EQ(text_of_exception(text), text);
  }
}

}  // namespace
}  // namespace kw::base
