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
  EXPECT_EQ(wrap_words("  one two three", 8), "  one\n  two\n  three\n") << "the indent stays";
  EXPECT_EQ(indent("a\n\nb", "  "), "  a\n\n  b\n");
}

TEST(Terminal, TheEndSaysWhatToDoNext) {
  const fake_course fake;
  fake.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", ""}});
  fake.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "{ echo 'got 0, want 1'; false; }"}});
  grade_options options;
  options.root = fake.root();
  const grader grader(options);
  const report report = grader.grade(grader.lessons().lessons);
  const std::string text = describe_end(report, "build/cpu/report/report.html", {false, true});
  EXPECT_THAT(text, HasSubstr("Score: 2 of 16 points"));
  EXPECT_THAT(text, HasSubstr("Next: lesson01.2, The main thing"));
  EXPECT_THAT(text, HasSubstr("got 0, want 1"));
  EXPECT_THAT(text, HasSubstr("exercises/01_first/2_main.cpp:2"));
  EXPECT_THAT(text, HasSubstr("./course grade lesson01.2"));
  EXPECT_THAT(text, HasSubstr("./course hint lesson01.2"));
  EXPECT_THAT(text, HasSubstr("Report: build/cpu/report/report.html"));
  EXPECT_THAT(describe_lesson(report.lessons[0], {false, true}), Not(HasSubstr("\x1b")));
}

TEST(Terminal, TheFirstLineOfAFindingStaysWholeForEditors) {
  const fake_course fake;
  const std::string place =
      "exercises/01_first/1_warm.cpp:2: tl.load reads x[1000..1023], and x has "
      "1000 elements, the last of which is x[999].";
  fake.set_tests(
      "lesson01.1.exercise.cpu",
      {{"Warm.A", "{ echo '[out-of-bounds] Warm, program (3), " + place + "'; false; }"}});
  grade_options options;
  options.root = fake.root();
  const grader grader(options);
  const std::string end =
      describe_end(grader.grade({grader.lessons().lessons[0]}), "", {false, true});
  EXPECT_THAT(end, HasSubstr("  [out-of-bounds] Warm, program (3), " + place + "\n")) << end;
}

TEST(Terminal, EachTaskHasItsOwnTrouble) {
  const fake_course fake;
  fake.solve_everything();
  const std::string file = (fake.root() / "exercises/01_first/2_main.cpp").string();
  fake.set_build_failure("lesson01.2.exercise.cpu", file + ":3:9: error: 'y' was not declared\n");
  std::filesystem::remove(fake.root() / "exercises/01_first/3_more.cpp");
  grade_options options;
  options.root = fake.root();
  const grader grader(options);
  const lesson_result result = grader.grade_lesson(grader.lessons().lessons[0]);
  const std::string text = describe_lesson(result, {false, true});
  EXPECT_THAT(text, HasSubstr("✓ 1 Warm up"));
  EXPECT_THAT(text, HasSubstr("✗ 2 The main thing"));
  EXPECT_THAT(text, HasSubstr("      does not compile\n      exercises/01_first/2_main.cpp:3: "));
  EXPECT_THAT(text, HasSubstr("3_more.cpp is missing. `./course reset lesson01.3` brings"));
  std::filesystem::remove(file);
  const std::string end =
      describe_end(grader.grade({grader.lessons().lessons[0]}), "", {false, true});
  EXPECT_THAT(end, HasSubstr("Next: lesson01.2"));
  EXPECT_THAT(end, Not(HasSubstr("  open   "))) << "there is nothing to open";
  EXPECT_THAT(describe_verdict(result, result.checks[0], {false, true}),
              HasSubstr("✓ lesson01.1 is complete: 2 / 2"));
  EXPECT_THAT(describe_verdict(result, {false, true}),
              HasSubstr("✗ lesson01.2  0 / 6  The main thing"));
}

}  // namespace
}  // namespace kw::grader
