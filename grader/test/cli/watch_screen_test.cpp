#include "grader/cli/watch_screen.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kw::grader {
namespace {

TEST(WatchScreen, WrapsAtSpacesAndKeepsTheIndent) {
  EXPECT_EQ(wrap_lines("short\n", 20), "short\n");
  EXPECT_EQ(wrap_lines("  one two three four five\n", 14), "  one two\n  three four\n  five\n");
  EXPECT_EQ(wrap_lines("abcdefghij\n", 4), "abcd\nefgh\nij\n") << "a word wider than the screen";
  EXPECT_EQ(wrap_lines("", 10), "");
}

TEST(WatchScreen, CodesAndLettersOfSeveralBytesCountAsTheyLook) {
  EXPECT_EQ(wrap_lines("\x1b[31mred\x1b[0m blue\n", 8), "\x1b[31mred\x1b[0m blue\n");
  EXPECT_EQ(wrap_lines("\u2713 \u2713 \u2713\n", 5), "\u2713 \u2713 \u2713\n");
  const std::string link = file_link("/a b/why?/x.cpp", 7, "x.cpp:7");
  EXPECT_EQ(link, "\x1b]8;;file:///a%20b/why%3F/x.cpp#7\x1b\\x.cpp:7\x1b]8;;\x1b\\");
  EXPECT_EQ(wrap_lines(link + "\n", 7), link + "\n");
}

TEST(WatchScreen, FitsEveryScreen) {
  watch_view view;
  view.title = "lesson01  First steps";
  view.news = "passed\n";
  view.place = "  open   exercises/01_first/1_warm.cpp:2\n";
  view.keys = "h: hint, t: trace, n: next lesson, r: reset, l: lessons, ?: keys, q: quit";
  for (int i = 0; i < 30; ++i) {
    view.main += "a line of the verdict\n";
    view.others += "a check\n";
  }
  for (const std::size_t rows : {8U, 24U, 40U, 100U}) {
    for (const std::size_t columns : {40U, 60U, 200U}) {
      const std::string text = draw_screen(view, {columns, rows});
      EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), rows - 1)
          << columns << " x " << rows;
      EXPECT_NE(text.find("q: quit\n"), std::string::npos);
      EXPECT_EQ(text.find("lesson01"), std::string("\x1b[H\x1b[2J").size());
    }
  }
}

}  // namespace
}  // namespace kw::grader
