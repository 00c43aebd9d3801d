#include "common/base/plain_text.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(PlainText, LeavesOutAnsiCodes) {
  EXPECT_EQ(plain_text("\x1B[31mred\x1B[0m, \x1B[1;4mbold\x1B[m"), "red, bold");
  EXPECT_EQ(plain_text("\x1B]0;a title\x07"
                       "b"),
            "b");
  EXPECT_EQ(plain_text("\x1B]8;;http://x\x1B\\link\x1B]8;;\x1B\\"), "link");
  EXPECT_EQ(plain_text("a\x1B"), "a");
  EXPECT_EQ(plain_text("a\x1B["), "a");
  EXPECT_EQ(plain_text("a\x1B]unfinished"), "aunfinished");
}

TEST(PlainText, ReplacesWhatIsNoText) {
  EXPECT_EQ(plain_text("a\x01"
                       "b\x7F"
                       "c\xFF"),
            "a\uFFFDb\uFFFDc\uFFFD");
  EXPECT_EQ(plain_text(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(plain_text("\xC2\x9B"
                       "31m"),
            "\uFFFD31m")
      << "CSI as one character";
  EXPECT_EQ(plain_text("a\r\nb\tc"), "a\nb\tc");
  EXPECT_EQ(plain_text("µ ✓ 中 😀"), "µ ✓ 中 😀");
}

TEST(PlainText, IsCutBetweenCharactersAndSaysSo) {
  EXPECT_EQ(plain_text("abc", 3), "abc");
  EXPECT_EQ(plain_text("abcd", 3), "abc\n[... 1 bytes left out ...]");
  EXPECT_EQ(plain_text("ab中", 4), "ab\n[... 3 bytes left out ...]");
  const std::string large(std::size_t{1} << 24, 'x');
  EXPECT_LT(plain_text(large, 1000).size(), 1100U);
  EXPECT_EQ(plain_line("a\nb\tc"), "a b c");
}

}  // namespace
}  // namespace kw::base
