#include "common/base/wrap.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

using lines = std::vector<std::string>;

TEST(Wrap, BreaksLongLinesAtSpaces) {
  EXPECT_EQ(wrapped("", 10), lines());
  EXPECT_EQ(wrapped("one two three", 7), (lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 13), lines{"one two three"});
  EXPECT_EQ(wrapped("one two three four", 3), (lines{"one", "two", "three four"}));
}

TEST(Wrap, KeepsALineThatBeginsWithALongWord) {
  EXPECT_EQ(wrapped("incomprehensible to me", 6), lines{"incomprehensible to me"});
  EXPECT_EQ(wrapped("incomprehensible", 6), lines{"incomprehensible"});
}

TEST(Wrap, KeepsLinesAndTheirIndentation) {
  EXPECT_EQ(wrapped("one\n\n  two three\n", 7), (lines{"one", "", "  two", "  three"}));
  EXPECT_EQ(wrapped("    incomprehensible to me", 6), lines{"    incomprehensible to me"});
}

}  // namespace
}  // namespace kw::base
