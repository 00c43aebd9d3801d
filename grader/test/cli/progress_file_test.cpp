#include "grader/cli/progress_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

class ProgressFile : public testing::Test {
 protected:
  /// The line about all lessons, on a screen of so many columns.
  std::string line(std::size_t columns) {
    grade_options options;
    options.root = fake_.root();
    const grader grader(options);
    return progress_file(grader).describe("lesson01", {false, false}, columns);
  }

  void reach(const std::string& points) {
    fake_.folder().write("build/cpu/grader/progress.json",
                         R"({"latest": "lesson01", "checks": {)" + points + "}}");
  }

  fake_course fake_;
};

TEST_F(ProgressFile, ALessonAndWhatIsReachedStayInOneRow) {
  reach(R"("lesson01": {"warm": [true, 2, 2], "main": [false, 0, 6], "more": [false, 0, 3]})");
  EXPECT_EQ(line(80), "  01 2/11  02 -   2 of 16 points");
  EXPECT_EQ(line(14), "  01 2/11\n  02 -\n  2 of 16 points");
}

TEST_F(ProgressFile, ElectivesCountApart) {
  const std::string file = "lessons/02_second/lesson.toml";
  fake_.folder().write(file, "elective = true\n" + base::read_text_file(fake_.root() / file));
  EXPECT_THAT(line(80), HasSubstr("0 of 11 points"));
  EXPECT_THAT(line(80), Not(HasSubstr("electives")));
  reach(R"("lesson02": {"only": [true, 5, 5]})");
  EXPECT_THAT(line(80), HasSubstr("0 of 11 points, 5 in electives"));
}

TEST_F(ProgressFile, SpeedThatWasNotMeasuredDoesNotCount) {
  const std::string file = "lessons/02_second/lesson.toml";
  fake_.folder().write(file, base::read_text_file(fake_.root() / file) + R"(
[[check]]
id = "fast"
title = "It is fast"
kind = "speed"
of = "only"
benchmarks = "/1"
points = 4
concept = "fast one"
place = "fast two"
shape = "fast three"
)");
  EXPECT_THAT(line(80), HasSubstr("0 of 16 points"));
  reach(R"("lesson02": {"fast": [true, 2.666666, 4]})");
  EXPECT_THAT(line(80), HasSubstr("2.67 of 20 points"));
}

TEST_F(ProgressFile, KnowsTheNextTaskOfALesson) {
  grade_options options;
  options.root = fake_.root();
  const grader grader(options);
  reach(R"("lesson01": {"warm": [true, 2, 2]})");
  const lesson& first = grader.lessons().lessons.front();
  lesson part = first;
  part.checks.resize(1);  // the one that was just graded
  EXPECT_EQ(progress_file(grader).next_task(part), &first.checks[1]);
  reach(R"("lesson01": {"warm": [true, 2, 2], "main": [true, 6, 6], "more": [true, 3, 3]})");
  EXPECT_EQ(progress_file(grader).next_task(part), nullptr);
}

}  // namespace
}  // namespace kw::grader
