#include "grader/forms/terminal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/run/grade.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Terminal, ColoursOnlyWhenItMay) {
  EXPECT_EQ(text_style(false, true).bad("x"), "x");
  EXPECT_EQ(text_style(true, true).bad("x"), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(text_style(true, false).tick(), std::string("ok"));
}

TEST(Terminal, WrapsAtSpacesAndKeepsLines) {
  EXPECT_EQ(wrap_words("one two three\nfour", 8), "one two\nthree\nfour\n");
  EXPECT_EQ(wrap_words("unbreakable_word and", 8), "unbreakable_word and\n");
  EXPECT_EQ(indent("a\n\nb", "  "), "  a\n\n  b\n");
}

TEST(Terminal, TheEndSaysWhatToDoNext) {
  const fake_course fake;
  fake.set_tests(
      "lesson01.exercise.cpu",
      {{"Main.A", "{ echo 'got 0, want 1'; false; }"}, {"More.A", "false"}, {"Warm.A", ""}});
  fake.set_tests("lesson02.exercise.cpu", {{"Only.A", "false"}});
  grade_options options;
  options.root = fake.root();
  const grader grader(options);
  const report report = grader.grade(find_lessons(grader.lessons(), {}));
  const std::string text = describe_end(report, "build/cpu/report/report.html", {false, true});
  EXPECT_THAT(text, HasSubstr("Score: 2 of 16 points"));
  EXPECT_THAT(text, HasSubstr("Next: lesson01, The main thing"));
  EXPECT_THAT(text, HasSubstr("got 0, want 1"));
  EXPECT_THAT(text, HasSubstr("exercises/01_first/first.cpp:2"));
  EXPECT_THAT(text, HasSubstr("./course grade lesson01"));
  EXPECT_THAT(text, HasSubstr("./course hint lesson01"));
  EXPECT_THAT(text, HasSubstr("Report: build/cpu/report/report.html"));
  EXPECT_THAT(describe_lesson(report.lessons[0], {false, true}), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace kw::grader
